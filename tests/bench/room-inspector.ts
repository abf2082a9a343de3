// This module is loaded before the rooms' process when the rooms' heap is measured: it gives their runtime a debugging
// port. The port doubles the cost of a message, so no other measurement runs at that time.
import { registerHooks } from "node:module";

const PORT = Number(process.env.ROOMS_INSPECTOR_PORT);
const BEFORE = "handleRuntimeStdio,\n                      compatibilityDate,";

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/partykit/dist/bin.mjs")) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    if (!source.includes(BEFORE)) throw new Error("PartyKit's command line has changed.");
    return { ...loaded, source: source.replace(BEFORE, `inspectorPort: ${PORT}, ${BEFORE}`) };
  },
});
