import { BUILD } from "./build.ts";

/** As the worker calls the cache of a build. */
const LOCK = `wayfare-build-${BUILD}`;

/** While this page is open, the worker keeps its build's code, also when a newer build is there. Returns what ends that. */
export function holdCode(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  if (BUILD !== "" && "locks" in navigator) {
    const held = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    navigator.locks.request(LOCK, { mode: "shared", signal }, () => held).catch(() => undefined);
  }
  return () => ended.abort();
}
