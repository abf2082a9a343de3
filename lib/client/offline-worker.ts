import { BUILD } from "./build.ts";
import { asksToSaveData } from "./connection-cost.ts";

const WORKER = "/sw.js";

/**
 * Has the worker keep what opens pages without a network. `look` is what its page depends on beside the build, such as
 * the language. On connections that are to be spared it keeps only what has been loaded anyway.
 */
export async function keepShell(look: string): Promise<void> {
  if (BUILD === "" || !("serviceWorker" in navigator)) return;
  const ahead = !asksToSaveData();
  try {
    await navigator.serviceWorker.register(WORKER);
    const { active } = await navigator.serviceWorker.ready;
    tell(active, { type: "keep", build: BUILD, look, ahead });
  } catch {
    // Refused by the browser: pages need the network here.
  }
}

/** The next page comes from the service, however long that takes. */
export async function loadAnew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER).catch(() => undefined);
  tell(registration?.active, { type: "wait" });
  window.location.reload();
}

/** What the worker understands. */
type Wish = { type: "keep"; build: string; look: string; ahead: boolean } | { type: "wait" };

function tell(worker: ServiceWorker | null | undefined, wish: Wish): void {
  worker?.postMessage(wish, []);
}
