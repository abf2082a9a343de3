// `npm run backup`: writes all data of this machine into one file, while the service runs.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { objectStore } from "#lib/server/storage/storage.ts";
import { ensureSecrets, type PortableSecrets } from "../secrets.ts";
import { writeArchive } from "./archive.ts";
import { backupEntries } from "./backup-entries.ts";
import type { Summary } from "./backup-format.ts";
import { inspectBackup } from "./inspect-backup.ts";
import { countText, requireNoExtraArguments, runCommand, sizeText, typedPath } from "./command.ts";
import { withConnection } from "./connection.ts";
import { type Installation, withInstallation } from "./installation.ts";

const USAGE = `npm run backup [-- FILE] [-- --with-bucket]

Writes the database, the uploads and the secrets that they need into FILE, or into a new one in the data folder's
backups/. Uploads in a bucket are left to the bucket's own backup, unless --with-bucket is given.`;

type Outcome = Summary & { missing: string[] };

async function main(signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { "with-bucket": { type: "boolean", default: false }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  if (values.help) return console.log(USAGE);
  requireNoExtraArguments(positionals, 1);
  await withInstallation({}, signal, async (machine) => {
    const path = positionals[0] ? typedPath(positionals[0]) : ownPath(machine.dataDir);
    const isBucket = machine.env.STORAGE_DRIVER === "s3";
    const store = isBucket && !values["with-bucket"] ? null : objectStore();
    const outcome = await writeBackup(machine, path, store, signal);
    // The new backup is read completely, since a damaged one is better discovered now.
    await inspectBackup(path, signal);
    console.log(await report(path, outcome, machine, store === null));
  });
}

function ownPath(dataDir: string): string {
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return join(dataDir, "backups", `wayfare-${stamp}.tar.gz`);
}

async function writeBackup(
  { databaseUrl, env, isEmbedded, dataDir }: Installation,
  path: string,
  store: ReturnType<typeof objectStore> | null,
  signal: AbortSignal,
): Promise<Outcome> {
  const secrets = isEmbedded ? movingSecrets(dataDir) : null;
  return withConnection(databaseUrl, signal, async (client) => {
    const told = Promise.withResolvers<Outcome>();
    const source = { client, store, secrets, secret: env.BETTER_AUTH_SECRET };
    await writeArchive(path, backupEntries(source, told.resolve), signal);
    return told.promise;
  });
}

function movingSecrets(dataDir: string): PortableSecrets {
  const { POSTGRES_PASSWORD: _, ...secrets } = ensureSecrets(dataDir);
  return secrets;
}

async function report(
  path: string,
  { rows, files, fileBytes, missing }: Outcome,
  { isEmbedded }: Installation,
  leavesBucket: boolean,
): Promise<string> {
  const { size } = await stat(path);
  const people = countText(rows["users"] ?? 0, "person", "people");
  const trips = countText(rows["trips"] ?? 0, "trip");
  const uploads = leavesBucket
    ? "Uploads are NOT in it: they lie in the bucket, which needs a backup of its own (or --with-bucket)."
    : `${countText(files, "upload")} (${sizeText(fileBytes)}).`;
  const secrets = isEmbedded
    ? "It holds all that people have entered and the SECRETS of this service: keep it where nobody else can read it."
    : "It holds all that people have entered; keep it where nobody else can read it. The secrets of your environment, " +
      "BETTER_AUTH_SECRET above all, are NOT in it: keep them, too.";
  const lost = missing.map((key) => `warning: the database names an upload that is not there: ${key}`);
  return [
    ...lost,
    `Backed up ${people}, ${trips}, ${countText(rows["trip_events"] ?? 0, "event")}. ${uploads}`,
    `${path} (${sizeText(size)}, SHA-256 ${await digestOf(path)})`,
    `${secrets} Copy it to another machine.`,
  ].join("\n");
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

await runCommand(main);
