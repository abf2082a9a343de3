// `npm run restore`: restores a backup into this machine's database, uploads and secrets.
import { parseArgs } from "node:util";
import { objectStore } from "#lib/server/storage/storage.ts";
import { urlForMigrations } from "../prepare-database.ts";
import { adoptSecrets } from "../secrets.ts";
import { secretFingerprint } from "./backup-format.ts";
import {
  CommandError,
  countText,
  requireNoExtraArguments,
  runCommand,
  sizeText,
  typedPath,
} from "./command.ts";
import { withConnection } from "./connection.ts";
import { type InspectedBackup, inspectBackup } from "./inspect-backup.ts";
import { type Installation, withInstallation } from "./installation.ts";
import { connectedServers, requireKnownVersion, restoreBackup } from "./restore-database.ts";

const USAGE = `npm run restore -- FILE [--check] [--replace] [--other-secret]

Puts a backup back: all of it or, where anything is wrong, nothing. The service must be stopped.
  --check         only says whether the backup is whole and what it holds
  --replace       deletes what the database holds now
  --other-secret  goes on although BETTER_AUTH_SECRET is another one: everybody must sign in anew, and second
                  factors and links that were sent no longer work`;

async function main(signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      check: { type: "boolean", default: false },
      replace: { type: "boolean", default: false },
      "other-secret": { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
  });
  const [typed] = positionals;
  if (values.help || typed === undefined) {
    if (!values.help) process.exitCode = 1;
    return console.log(USAGE);
  }
  requireNoExtraArguments(positionals, 1);
  const path = typedPath(typed);
  const inspected = await inspectBackup(path, signal);
  requireKnownVersion(inspected);
  const told = contents(inspected);
  if (values.check) return console.log(`${path} is whole: ${told}`);
  await withInstallation({ alone: true, fresh: true }, signal, async (machine) => {
    if (!values["other-secret"]) requireSecret(path, machine, inspected);
    const outcome = await restore(path, inspected, machine, { replace: values.replace, signal });
    console.log(report(inspected, outcome, told, machine));
  });
}

function contents({ header, summary, secrets }: InspectedBackup): string {
  const { rows, files, fileBytes } = summary;
  const uploads = header.hasFiles ? `${countText(files, "upload")} (${sizeText(fileBytes)})` : "no uploads";
  const people = countText(rows["users"] ?? 0, "person", "people");
  const data = `${people}, ${countText(rows["trips"] ?? 0, "trip")}, ${countText(rows["trip_events"] ?? 0, "event")}`;
  return `${data}, ${uploads}${secrets ? ", the service's secrets" : ""}, as of ${header.createdAt}.`;
}

/** Checks the secret: with another one, all sessions, second factors and links would be invalid. */
function requireSecret(
  path: string,
  { env, givenSecret }: Installation,
  { header, secrets }: InspectedBackup,
): void {
  const next = givenSecret ?? secrets?.BETTER_AUTH_SECRET ?? env.BETTER_AUTH_SECRET;
  if (secretFingerprint(next) === header.secretMark) return;
  const isInside = secrets !== null && secretFingerprint(secrets.BETTER_AUTH_SECRET) === header.secretMark;
  const where = isInside ? `, which \`tar xzOf ${path} secrets.json\` shows` : "";
  throw new CommandError(
    `This data was kept under another BETTER_AUTH_SECRET. Set it to the one of then${where}; or add --other-secret, ` +
      "and everybody signs in anew and sets second factors up again. Nothing was changed.",
  );
}

interface Outcome {
  files: number;
  /** The number of connections of servers that run during the restore. */
  servers: number;
}

async function restore(
  path: string,
  inspected: InspectedBackup,
  { databaseUrl, dataDir, isEmbedded, env }: Installation,
  { replace, signal }: { replace: boolean; signal: AbortSignal },
): Promise<Outcome> {
  const { secrets } = inspected;
  // The tables are created anew, which needs the database role for migrations.
  const url = isEmbedded ? databaseUrl : urlForMigrations(env);
  return withConnection(url, signal, async (client, finish) => {
    function beforeCommit(): () => void {
      finish();
      return isEmbedded && secrets ? adoptSecrets(dataDir, secrets) : () => undefined;
    }
    const target = { client, store: objectStore(), replace, beforeCommit, signal };
    const files = await restoreBackup(path, inspected, target);
    return { files, servers: await connectedServers(client).catch(() => 0) };
  });
}

function report(
  { header }: InspectedBackup,
  { files, servers }: Outcome,
  told: string,
  { env }: Installation,
): string {
  const uploads = header.hasFiles
    ? `${countText(files, "upload")} put into the storage.`
    : "Uploads were not in the backup: their bucket must be as it was.";
  const isOwn = new URL(env.PARTYKIT_URL).hostname === "127.0.0.1";
  const rooms = isOwn
    ? ""
    : "Deploy the rooms anew (`partykit deploy`): those that live know events which are gone. ";
  const pages = "Pages that have been open since before must be reloaded. Start the service: npm start";
  const restart =
    "a server of Wayfare has been running on this database: start it anew NOW, since its rooms know what is gone.";
  const warning = servers > 0 ? `\nwarning: ${restart}` : "";
  return `Restored ${told}\n${uploads} ${rooms}${pages}${warning}`;
}

await runCommand(main);
