import { runWhenNetworkIdle } from "#app/_ui/when-quiet.ts";
import { storeAppShell } from "#lib/client/offline/offline-worker.ts";

/**
 * When the page has finished loading, stores the files that open pages without a connection. Returns a function that
 * cancels the storing.
 */
export function storeAppShellWhenNetworkIdle(look: string): () => void {
  return runWhenNetworkIdle(() => void storeAppShell(look), 10_000);
}
