// Loaded in front of the rooms' process where their heap is to be looked at: their runtime then has a debugging port. It
// doubles what a message costs, so that nothing else is measured meanwhile.
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
