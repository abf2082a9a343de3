import { whenQuiet } from "#app/_ui/when-quiet.ts";
import { keepShell } from "#lib/client/offline/offline-worker.ts";

/** When the page has finished loading, stores the files that open pages without a connection. The result cancels it. */
export function keepShellWhenQuiet(look: string): () => void {
  return whenQuiet(() => void keepShell(look), 10_000);
}
