import { BUILD } from "../base/build.ts";

/** The name of the lock for this page's build; the service worker gives the cache of the build the same name. */
const LOCK = `wayfare-build-${BUILD}`;

/**
 * Makes the service worker keep the code of this page's build while the page is open, even when a newer build is there.
 * The returned function ends that.
 */
export function pinCachedBuild(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  if (BUILD !== "" && "locks" in navigator) {
    const held = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    navigator.locks.request(LOCK, { mode: "shared", signal }, () => held).catch(() => undefined);
  }
  return () => ended.abort();
}
