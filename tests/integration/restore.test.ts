// @alone @long: looks at whole tables; starts a command per damaged backup; backup has the way out and back
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  appliedMigrations,
  applyMigrations,
  migrationSteps,
  migratedTableNames,
} from "#db/migration-steps.ts";
import { readArchive, readEntryText, writeArchive } from "#lib/local/operations/archive.ts";
import { type Entry, entryOf } from "#lib/local/operations/tar.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { filesOf } from "#tests/helpers/attachments.ts";
import { contentHash } from "#tests/helpers/fingerprint.ts";
import { inDatabase, runOperation, startOperation } from "#tests/helpers/operations.ts";
import { cloneDatabase } from "#tests/helpers/clone-database.ts";

const folder = mkdtempSync(join(inject("runFolder"), "restores-"));
const file = join(folder, "wayfare.tar.gz");
const drops: (() => Promise<void>)[] = [];
const OLDER = 12;

beforeAll(async () => {
  const { editor, tripId } = await newTripFixture();
  await newAttachment(editor, tripId);
  expect(await runOperation("backup", [file])).toMatchObject({ code: 0 });
});

afterAll(() => Promise.all(drops.map((drop) => drop())));

function written(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Returns the same backup with a new checksum and one entry replaced; null removes the entry. */
async function rewritten(
  name: string,
  change: (text: string, name: string) => string | null,
): Promise<string> {
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of readArchive(file)) {
      const content = change(await readEntryText(entry), entry.name);
      if (content !== null) yield entryOf(entry.name, content);
    }
  }
  const path = join(folder, name);
  await writeArchive(path, entries(), new AbortController().signal);
  return path;
}

/** Creates a database without tables. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  const name = `test_${randomBytes(8).toString("hex")}`;
  await inDatabase(url.href, (client) => client.query(`create database ${name}`));
  drops.push(async () => {
    await inDatabase(inject("postgresUrl"), (client) => client.query(`drop database ${name} with (force)`));
  });
  url.pathname = name;
  return url.href;
}

async function cloneOf() {
  const database = await cloneDatabase(inject("postgresUrl"));
  return { url: database.url, drop: () => database.drop() };
}

const packed = () => readFileSync(file);
const plain = () => gunzipSync(packed());

/** Returns the backup with one changed byte, which only the checksum can reveal. */
function turned(at: number): Buffer {
  const bytes = plain();
  bytes.writeUInt8(bytes.readUInt8(at) === 49 ? 50 : 49, at);
  return gzipSync(bytes);
}

describe("a backup that is not as it was written", () => {
  const DAMAGED = /is damaged, or no backup of Wayfare \([^.]*\)\. Nothing was changed\./;
  const CASES: readonly [string, () => Uint8Array][] = [
    ["cut off in the middle", () => packed().subarray(0, packed().length / 2)],
    ["without its last bytes", () => packed().subarray(0, -9)],
    ["packed anew without its end", () => gzipSync(plain().subarray(0, -3072))],
    ["with another byte in a row", () => turned(plain().indexOf("Kiyomizu-dera") + 3)],
    ["with another byte in its header", () => turned(plain().indexOf('"createdAt":"2') + 14)],
    ["with something behind it", () => Buffer.concat([packed(), Buffer.from("more")])],
    ["of nothing", () => Buffer.alloc(0)],
    ["that is something else", () => Buffer.from("Dear diary")],
    ["that is some other archive", () => gzipSync(Buffer.from("Dear diary"))],
  ];

  test.each(CASES)("is refused: one %s", async (name, bytes) => {
    const before = await contentHash();
    const path = written(`${name}.tar.gz`, bytes());
    const told = await runOperation("restore", [path, "--replace"]);
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toMatch(DAMAGED);
    expect(await contentHash()).toEqual(before);
  });

  test("is refused where rows are missing, though its seal is good", async () => {
    const before = await contentHash();
    const path = await rewritten("fewer.tar.gz", (text, name) =>
      name.startsWith("tables/stops/") ? text.slice(text.indexOf("\n") + 1) : text,
    );
    const told = await runOperation("restore", [path, "--replace"]);
    expect(told).toMatchObject({
      code: 1,
      out: "",
      err: "The backup lacks rows of stops. Nothing was changed.\n",
    });
    expect(await contentHash()).toEqual(before);
  });

  test("is refused where a row is none, though its seal is good, and leaves what was there", async () => {
    const before = await contentHash();
    const path = await rewritten("broken.tar.gz", (text, name) =>
      name.startsWith("tables/trip_events/") ? text.replace("\t", " ") : text,
    );
    const told = await runOperation("restore", [path, "--replace"]);
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toContain("trip_events");
    expect(await contentHash()).toEqual(before);
  });

  test("is not there", async () => {
    const told = await runOperation("restore", [join(folder, "nowhere.tar.gz")]);
    expect(told.code).toBe(1);
    expect(told.err).toContain("can't be read (ENOENT)");
  });
});

describe("a database that a backup does not fit", () => {
  test("is some other program's", async () => {
    const url = await emptyDatabase();
    await inDatabase(url, (client) =>
      client.query("create table invoices (id int); insert into invoices values (1)"),
    );
    const told = await runOperation("restore", [file, "--replace"], { DATABASE_URL: url });
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toContain("This database is not Wayfare's: it holds invoices.");
    const { rows } = await inDatabase(url, (client) =>
      client.query("select count(*)::int as n from invoices"),
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test("is of a newer version", async () => {
    const { url, drop } = await cloneOf();
    await inDatabase(url, (client) =>
      client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('f', 9999999999999)"),
    );
    const told = await runOperation("restore", [file, "--replace"], { DATABASE_URL: url });
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toContain("The database is of a newer version of Wayfare: update this one first.");
    await drop();
  });

  test("is in use", async () => {
    const before = await contentHash();
    await inDatabase(process.env.DATABASE_URL ?? "", async (client) => {
      await client.query("begin; select from trips limit 1");
      const told = await runOperation("restore", [file, "--replace"]);
      expect(told).toMatchObject({ code: 1, out: "" });
      expect(told.err).toContain("stop every server of Wayfare that uses it");
    });
    expect(await contentHash()).toEqual(before);
  });

  test("has a service with another secret, unless that is said to be meant", async () => {
    const url = await emptyDatabase();
    const env = { DATABASE_URL: url, BETTER_AUTH_SECRET: "x".repeat(40) };
    const refused = await runOperation("restore", [file], env);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("kept under another BETTER_AUTH_SECRET");
    expect(refused.err).not.toContain("x".repeat(40));
    expect(await runOperation("restore", [file, "--other-secret"], env)).toMatchObject({ code: 0, err: "" });
  });
});

/** Interrupts a command while another connection locks the trips, for which the command waits. */
async function interrupted(command: "backup" | "restore", args: readonly string[]) {
  return inDatabase(process.env.DATABASE_URL ?? "", async (client) => {
    await client.query("begin; lock table trips in access exclusive mode");
    const operation = startOperation(command, args);
    const waiting = async () =>
      (await client.query("select from pg_locks where relation = 'trips'::regclass and not granted"))
        .rowCount;
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
    operation.interrupt();
    return operation.told;
  });
}

describe("what is interrupted", () => {
  test("is no backup: nothing lies there", async () => {
    const path = join(folder, "interrupted.tar.gz");
    expect(await interrupted("backup", [path])).toEqual({ code: 1, out: "", err: "Interrupted.\n" });
    expect([path, `${path}.part`].filter((name) => existsSync(name))).toEqual([]);
  });

  test("is no restore: all is as it was", async () => {
    const before = await contentHash();
    const told = await interrupted("restore", [file, "--replace"]);
    expect(told).toEqual({ code: 1, out: "", err: "Interrupted.\n" });
    expect(await contentHash()).toEqual(before);
  });
});

describe("a backup of another version", () => {
  test("that is newer is refused", async () => {
    const path = await rewritten("newer.tar.gz", (text, name) => {
      if (name !== "backup.json") return text;
      const header = JSON.parse(text);
      return JSON.stringify({ ...header, migrations: [...header.migrations, "f".repeat(64)] });
    });
    const told = await runOperation("restore", [path], { DATABASE_URL: await emptyDatabase() });
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toContain("of a newer version of Wayfare: update this one first. Nothing was changed.");
  });

  test("that is older is brought up to this one, with what its migrations work out", async () => {
    const [from, to] = [await emptyDatabase(), await emptyDatabase()];
    await inDatabase(from, async (client) => {
      await applyMigrations(client, migrationSteps().slice(0, OLDER));
      await client.query(
        `insert into trips (id, title, timezone, currency) values ('00000000-0000-7000-8000-000000000001', 'Nara', 'UTC', 'JPY');
         insert into stops (id, trip_id, position, name) select gen_random_uuid(), id, 'a0', 'Deer' from trips`,
      );
    });
    const older = join(folder, "older.tar.gz");
    expect(await runOperation("backup", [older], { DATABASE_URL: from })).toMatchObject({ code: 0, err: "" });
    expect(await runOperation("restore", [older], { DATABASE_URL: to })).toMatchObject({ code: 0, err: "" });
    await inDatabase(to, async (client) => {
      const { rows } = await client.query("select title, stop_count from trips");
      expect(rows).toEqual([{ title: "Nara", stop_count: 1 }]);
      expect(await appliedMigrations(client)).toEqual(migrationSteps().map(({ hash }) => hash));
    });
  });
});

describe("what a backup knows of the database", () => {
  test("is all of it: every table that is there, and no counter beside them", async () => {
    await inDatabase(process.env.DATABASE_URL ?? "", async (client) => {
      const { rows } = await client.query(
        "select tablename as name from pg_tables where schemaname = 'public'",
      );
      expect(migratedTableNames().toSorted()).toEqual(rows.map(({ name }) => String(name)).toSorted());
      const { rowCount } = await client.query("select from pg_sequences where schemaname = 'public'");
      expect(rowCount).toBe(0);
    });
  });

  test("an upload that is named and not there is told of", async () => {
    const { editor, tripId } = await newTripFixture();
    await newAttachment(editor, tripId);
    const [key = ""] = await filesOf(tripId);
    await objectStore().delete(key);
    const told = await runOperation("backup", [join(folder, "lost.tar.gz")]);
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(told.out).toContain(`warning: the database names an upload that is not there: ${key}`);
  });

  test("takes no other file's place", async () => {
    const told = await runOperation("backup", [file]);
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toContain("is there already: name another file.");
    expect(await runOperation("restore", [file, "--check"])).toMatchObject({ code: 0 });
  });
});

test("a database that can't be reached is said to be so, without its password", async () => {
  const database = await cloneOf();
  await database.drop();
  const told = await runOperation("backup", [join(folder, "unreached.tar.gz")], {
    DATABASE_URL: database.url,
  });
  expect(told).toMatchObject({ code: 1, out: "" });
  expect(told.err).toContain("does not exist");
  expect(told.err).not.toContain(new URL(database.url).password);
});
