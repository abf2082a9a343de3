import { BUILD } from "../base/build.ts";
import { asksToSaveData } from "./connection-cost.ts";

const WORKER = "/sw.js";

/**
 * Asks the service worker to store what opens pages without a network. `look` names what the page depends on beside the
 * build, such as the language. When the browser asks to save data, the worker stores only what has been loaded anyway.
 */
export async function storeAppShell(look: string): Promise<void> {
  if (BUILD === "" || !("serviceWorker" in navigator)) return;
  const ahead = !asksToSaveData();
  try {
    await navigator.serviceWorker.register(WORKER);
    const { active } = await navigator.serviceWorker.ready;
    tell(active, { type: "keep", build: BUILD, look, ahead });
  } catch {
    // The browser refused the service worker: pages need the network in this browser.
  }
}

/** Reloads the page from the service, however long that takes. */
export async function reloadFromService(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(WORKER).catch(() => undefined);
  tell(registration?.active, { type: "wait" });
  window.location.reload();
}

/** The messages that the service worker understands. */
type Wish = { type: "keep"; build: string; look: string; ahead: boolean } | { type: "wait" };

function tell(worker: ServiceWorker | null | undefined, wish: Wish): void {
  worker?.postMessage(wish, []);
}
