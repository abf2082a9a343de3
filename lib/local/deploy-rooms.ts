// `npm run deploy:rooms` deploys the rooms to PartyKit's cloud, with the API's address, the shared secret and the
// trusted origins as variables. `-- --preview NAME` makes rooms of their own, `-- --preview NAME --delete` deletes them
// again.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { EnvError, environment } from "#lib/server/env/env.ts";
import { variables } from "#lib/server/env/env-variables.ts";
import { normalOrigin } from "#lib/server/env/origin.ts";

const PARTYKIT = join(import.meta.dirname, "../../node_modules/partykit/dist/bin.mjs");
const CONFIG = join(import.meta.dirname, "../../party/partykit.json");
const NAME = z.object({ name: z.string() }).parse(JSON.parse(readFileSync(CONFIG, "utf8"))).name;
/** The name of a preview, which becomes a part of the rooms' host name. */
const PREVIEW = /^[a-z][a-z\d-]{0,39}$/;

const { BASE_URL, REALTIME_SECRET, TRUSTED_ORIGINS } = variables["Address and secrets"];
const Settings = z.object({
  BASE_URL: BASE_URL.nonoptional("is not set: the rooms ask the API there"),
  REALTIME_SECRET,
  TRUSTED_ORIGINS,
  VERCEL_AUTOMATION_BYPASS_SECRET: z.string().optional(),
});

/**
 * Returns the variables of the rooms, taken from the service's own variables.
 * @throws EnvError
 */
function roomVariables(isPreview: boolean): Record<string, string> {
  const given = Object.entries(environment()).filter(([, value]) => value?.trim());
  const parsed = Settings.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new EnvError(
      parsed.error.issues.map(({ path, message }) => ({ name: String(path[0]), problem: message })),
    );
  }
  const settings = parsed.data;
  const origins = [settings.BASE_URL, ...(settings.TRUSTED_ORIGINS ?? ["app://"])].map(normalOrigin);
  const bypass = settings.VERCEL_AUTOMATION_BYPASS_SECRET;
  return {
    API_URL: settings.BASE_URL,
    REALTIME_SECRET: settings.REALTIME_SECRET,
    TRUSTED_ORIGINS: [...new Set(origins)].join(","),
    ...(isPreview && bypass !== undefined && { API_BYPASS_SECRET: bypass }),
  };
}

function command(): string[] {
  const { values } = parseArgs({ options: { preview: { type: "string" }, delete: { type: "boolean" } } });
  const { preview } = values;
  if (preview !== undefined && !PREVIEW.test(preview))
    throw new Error(`${preview} is no name for rooms: letters, digits and hyphens, 40 at most.`);
  const target = preview === undefined ? [] : ["--preview", preview];
  if (values.delete) {
    if (preview === undefined) throw new Error("Only rooms of a preview are deleted: say which.");
    // `delete` gets the rooms' name, because with the configuration file the command refuses one of its own options.
    return ["delete", "--force", "--name", NAME, ...target];
  }
  const told = Object.entries(roomVariables(preview !== undefined));
  return [
    "deploy",
    "--config",
    CONFIG,
    ...target,
    ...told.flatMap(([name, value]) => ["--var", `${name}=${value}`]),
  ];
}

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  // The arguments are set here and not on a command line, where every user of the machine could read the secret.
  process.argv.splice(1, Infinity, "partykit", ...command());
  // PartyKit puts every variable of an .env in the working directory or above it into the rooms' code, so it runs in an
  // empty folder.
  const empty = mkdtempSync(join(tmpdir(), "wayfare-deploy-rooms-"));
  process.once("exit", () => rmSync(empty, { recursive: true, force: true }));
  process.chdir(empty);
  await import(PARTYKIT);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
