// The process of the rooms: PartyKit's local server.
import { type LoadHookSync, registerHooks } from "node:module";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { env } from "#lib/server/env/env.ts";
import { acceptsConnections, waitUntilAccepts } from "./tcp.ts";

const WATCH_MS = 1000;
/**
 * The changed code that ends esbuild's process after the build. Without watching, the process has no further use: it
 * holds 50 MB, and may report a deadlock when the process that has started it ends.
 */
const BUILT_ONCE: [string, string][] = [
  ["await ctx.watch()", "await ctx.rebuild();\n      await esbuild.stop()"],
];

/**
 * Changes what `partykit dev` fixes in its code without an option. The places are found by text: an update that changes
 * them must fail.
 */
function adapted(source: string, watch: boolean): string {
  const changes: [string, string][] = [
    // The rooms listen on this machine only: browsers reach them through the web server's port.
    ['host: "0.0.0.0"', 'host: "127.0.0.1"'],
    // Requests to the rooms are not logged, because each would cost a log line and a round trip for it.
    ["log: new Log(5, ", "log: new Log(2, "],
    // The setting opens a debugger that any program of this machine could attach to, and that doubles the cost of a
    // message.
    ["inspectorPort: portForRuntimeInspector,", ""],
    ["props.enableInspector ?? true", "false"],
    ["parseInt(event.url.port));\n      try {", "parseInt(event.url.port));\n      return;\n      try {"],
    // The bundler need not understand the newest targets of tsconfig.json.
    ['write: false,\n  target: "esnext"', 'write: false,\n  tsconfigRaw: "{}",\n  target: "esnext"'],
    ...(watch ? [] : BUILT_ONCE),
  ];
  return changes.reduce((text, [before, after]) => {
    if (!text.includes(before)) throw new Error(`PartyKit's command line has changed: ${before} is gone`);
    return text.replaceAll(before, after);
  }, source);
}

function loadAdapted(watch: boolean): LoadHookSync {
  return (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/partykit/dist/bin.mjs")) return loaded;
    return { ...loaded, source: adapted(new TextDecoder().decode(toBytes(loaded.source)), watch) };
  };
}

function toBytes(source: unknown): Uint8Array {
  return source instanceof Uint8Array ? source : new TextEncoder().encode(String(source));
}

/**
 * Ends this process when the runtime ends. The runtime is a child process of PartyKit's, which does not notice its end.
 */
function endWithRuntime(port: number): void {
  async function look(): Promise<void> {
    if (!(await acceptsConnections(port))) process.exit(1);
  }
  setInterval(() => void look(), WATCH_MS).unref();
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: "boolean", default: false } } });
  const { PARTY_PORT, PORT, DATA_DIR, REALTIME_SECRET, TRUSTED_ORIGINS } = env();
  const variables = {
    REALTIME_SECRET,
    API_URL: `http://127.0.0.1:${PORT}`,
    TRUSTED_ORIGINS: TRUSTED_ORIGINS.join(","),
  };
  // The arguments are set here and not on a command line, where every user of the machine could read the secret.
  process.argv.splice(
    1,
    Infinity,
    "partykit",
    "dev",
    "--config",
    join(import.meta.dirname, "../../party/partykit.json"),
    "--no-hotkeys",
    "--disable-request-cf-fetch",
  );
  process.argv.push("--port", String(PARTY_PORT), "--persist", join(DATA_DIR, "party"));
  for (const [name, value] of Object.entries(variables)) process.argv.push("--var", `${name}=${value}`);

  process.once("disconnect", () => process.exit(0));
  registerHooks({ load: loadAdapted(values.dev) });
  await import(new URL("../../node_modules/partykit/dist/bin.mjs", import.meta.url).href);
  await waitUntilAccepts(PARTY_PORT);
  process.send?.("ready");
  endWithRuntime(PARTY_PORT);
}

await main();
