import { whenQuiet } from "#app/_ui/when-quiet.ts";
import { keepShell } from "#lib/client/offline-worker.ts";

/** Once the page has what it loads by itself, what opens pages without a network is kept. The result cancels it. */
export function keepShellWhenQuiet(look: string): () => void {
  return whenQuiet(() => void keepShell(look), 10_000);
}
