import type { Client } from "pg";
import { selectReferencedObjects } from "#db/queries/stored-objects.ts";
import { copyOut } from "#db/copy.ts";
import { appliedMigrations, migratedTableNames } from "#db/migration-steps.ts";
import { beginSnapshot, columnList, type StoredTable, storedTables } from "#db/stored-tables.ts";
import { ATTACHMENTS } from "#lib/server/attachments/object-keys.ts";
import { avatarKeyOf, AVATARS } from "#lib/server/avatar/address.ts";
import type { ObjectStore } from "#lib/server/storage/object-store.ts";
import type { PortableSecrets } from "../secrets.ts";
import {
  blockName,
  fileName,
  FORMAT_VERSION,
  HEADER_FILE,
  type Header,
  secretFingerprint,
  SECRETS_FILE,
  SUMMARY_FILE,
  type Summary,
} from "./backup-format.ts";
import { CommandError } from "./command.ts";
import { type Entry, entryOf } from "./tar.ts";

export interface BackupSource {
  client: Client;
  /** The store of the uploads; null: the uploads have a backup of their own. */
  store: ObjectStore | null;
  /** The secrets to store in the backup; null: the operator stores them. */
  secrets: PortableSecrets | null;
  /** The value of BETTER_AUTH_SECRET. */
  secret: string;
}

const BLOCK_BYTES = 4 * 1024 * 1024;

/**
 * Yields all data of the service at one moment. The keys of uploads are never used again, so the backup takes the
 * uploads that were stored before the snapshot, and then the others that the snapshot names.
 */
export async function* backupEntries(
  source: BackupSource,
  tell: (summary: Summary & { missing: string[] }) => void,
): AsyncGenerator<Entry> {
  const { client, store, secrets } = source;
  const files = new Files(store);
  yield* files.stored();
  const tables = await storedTables(client, migratedTableNames());
  await beginSnapshot(
    client,
    tables.map(({ name }) => name),
  );
  yield entryOf(HEADER_FILE, JSON.stringify(await headerOf(source, tables)));
  yield* files.named(await neededKeys(client));
  const rows: Record<string, number> = {};
  for (const table of tables) {
    rows[table.name] = await countRows(client, table);
    yield* blocksOf(client, table);
  }
  await client.query("commit");
  if (secrets) yield entryOf(SECRETS_FILE, JSON.stringify(secrets));
  const summary: Summary = { rows, files: files.count, fileBytes: files.bytes };
  yield entryOf(SUMMARY_FILE, JSON.stringify(summary));
  tell({ ...summary, missing: files.missing });
}

async function headerOf(
  { client, store, secret }: BackupSource,
  tables: readonly StoredTable[],
): Promise<Header> {
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0 || tables.length === 0) {
    throw new CommandError("The database is empty: there is nothing to back up.");
  }
  const before = await storedTables(client, migratedTableNames());
  if (JSON.stringify(before) !== JSON.stringify(tables)) {
    throw new CommandError("The database was migrated at this moment: back it up again.");
  }
  return {
    product: "wayfare",
    format: FORMAT_VERSION,
    createdAt: new Date().toISOString(),
    migrations,
    tables: [...tables],
    hasFiles: store !== null,
    secretMark: secretFingerprint(secret),
  };
}

async function countRows(client: Client, { name }: StoredTable): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from "${name}"`);
  return rows[0]?.count ?? 0;
}

async function* blocksOf(client: Client, table: StoredTable): AsyncGenerator<Entry> {
  let block = 0;
  for await (const rows of inBlocks(copyOut(client, `copy ${columnList(table)} to stdout`))) {
    block += 1;
    yield entryOf(blockName(table.name, block), rows);
  }
}

/** Groups rows into blocks. Rows are never divided, since a line break never occurs inside a row. */
async function* inBlocks(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows) {
    held.push(chunk);
    size += chunk.byteLength;
    if (size < BLOCK_BYTES || chunk.at(-1) !== 10) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

async function neededKeys(client: Client): Promise<string[]> {
  const rows = await selectReferencedObjects({ client }, {});
  return rows.flatMap(({ objectKey, userId, image }) => objectKey ?? avatarKeyOf(userId ?? "", image) ?? []);
}

class Files {
  count = 0;
  bytes = 0;
  /** Keys that the database names and that the store does not have. */
  readonly missing: string[] = [];
  readonly #store: ObjectStore | null;
  readonly #done = new Set<string>();

  constructor(store: ObjectStore | null) {
    this.#store = store;
  }

  async *stored(): AsyncGenerator<Entry> {
    for (const folder of [ATTACHMENTS, AVATARS]) {
      for await (const page of this.#store?.list(folder) ?? []) {
        for (const { key } of page) yield* this.#read(key);
      }
    }
  }

  async *named(keys: readonly string[]): AsyncGenerator<Entry> {
    for (const key of this.#store ? keys : []) {
      if (this.#done.has(key)) continue;
      yield* this.#read(key);
      if (!this.#done.has(key)) this.missing.push(key);
    }
  }

  async *#read(key: string): AsyncGenerator<Entry> {
    const object = await this.#store?.read(key);
    // An object that was deleted after it was listed is left out.
    if (!object) return;
    this.#done.add(key);
    this.count += 1;
    this.bytes += object.size;
    yield { name: fileName(key), size: object.size, body: object.body };
  }
}
