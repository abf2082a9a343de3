// @alone @long: looks at whole tables; starts a database per case
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { readArchive, readEntryText } from "#lib/local/operations/archive.ts";
import { takeLock } from "#lib/local/lock.ts";
import { runningPort } from "#lib/local/postgres.ts";
import { adoptSecrets, ensureSecrets } from "#lib/local/secrets.ts";
import { startS3 } from "#tests/doubles/s3.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { filesOf } from "#tests/helpers/attachments.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { embeddedDatabaseEnv, runOperation } from "#tests/helpers/operations.ts";

const folder = mkdtempSync(join(inject("runFolder"), "machines-"));
// When tests run as root, PostgreSQL runs as another user, who must be able to traverse the folder.
chmodSync(folder, 0o711);
const served = join(folder, "served.tar.gz");
const own = join(folder, "own.tar.gz");
const [first, second] = [join(folder, "first"), join(folder, "second")];
let uploads: string[];

beforeAll(async () => {
  const { editor, tripId } = await newTripFixture();
  await newAttachment(editor, tripId, { bytes: newPdf({ text: "京都" }) });
  uploads = await filesOf(tripId);
  expect(await runOperation("backup", [served])).toMatchObject({ code: 0, err: "" });
});

/** Returns the rows and uploads of a backup by name, without what depends on the time of the backup. */
async function dataIn(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const entry of readArchive(path)) {
    const text = await readEntryText(entry);
    if (/^(tables|files)\//.test(entry.name)) found.set(entry.name, text);
  }
  return found;
}

function isUpload(name: string): boolean {
  return name.startsWith("files/");
}

async function secretsIn(path: string): Promise<unknown> {
  for await (const entry of readArchive(path)) {
    const text = await readEntryText(entry);
    if (entry.name === "secrets.json") return JSON.parse(text);
  }
  return null;
}

describe("a machine with an embedded database", () => {
  test("that never ran has nothing to back up, and is left alone", async () => {
    const nowhere = join(folder, "nowhere");
    const told = await runOperation("backup", [], embeddedDatabaseEnv(nowhere));
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toContain(`Wayfare has never run on ${nowhere}.`);
    expect(existsSync(nowhere)).toBe(false);
  });

  test("that is fresh takes the data of another one, which is not its own secret's", async () => {
    const refused = await runOperation("restore", [served], embeddedDatabaseEnv(first));
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toContain("kept under another BETTER_AUTH_SECRET");
    expect(
      await runOperation("restore", [served, "--other-secret"], embeddedDatabaseEnv(first)),
    ).toMatchObject({
      code: 0,
      err: "",
    });
    expect(runningPort(first)).toBeUndefined();
  });

  test("backs up what it took, with its secrets, and says so", async () => {
    const told = await runOperation("backup", [own], embeddedDatabaseEnv(first));
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(told.out).toContain("SECRETS of this service");
    expect(statSync(own).mode & 0o777).toBe(0o600);
    expect(await dataIn(own)).toEqual(await dataIn(served));
    expect([...(await dataIn(own)).keys()]).toContain(`files/${uploads[0]}`);
    const { POSTGRES_PASSWORD: _, ...secrets } = ensureSecrets(first);
    expect(await secretsIn(own)).toEqual(secrets);
    expect(await secretsIn(served)).toBeNull();
    expect(runningPort(first)).toBeUndefined();
  });

  test("without a name for it, backs up into its own folder, which nobody else can read", async () => {
    const told = await runOperation("backup", [], embeddedDatabaseEnv(first));
    const [path = ""] = /\/\S+\.tar\.gz/.exec(told.out) ?? [];
    expect(path.startsWith(join(first, "backups", "wayfare-"))).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(first, "backups")).mode & 0o777).toBe(0o700);
  });

  test("moves to a fresh one whole: rows, uploads and secrets, but for the password of the server", async () => {
    expect(await runOperation("restore", [own], embeddedDatabaseEnv(second))).toMatchObject({
      code: 0,
      err: "",
    });
    const { POSTGRES_PASSWORD: before, ...moved } = ensureSecrets(first);
    const { POSTGRES_PASSWORD: after, ...arrived } = ensureSecrets(second);
    expect(arrived).toEqual(moved);
    expect(after).not.toBe(before);
    expect(statSync(join(second, "secrets.json")).mode & 0o777).toBe(0o600);
    const again = join(folder, "again.tar.gz");
    expect(await runOperation("backup", [again], embeddedDatabaseEnv(second))).toMatchObject({
      code: 0,
      err: "",
    });
    expect(await dataIn(again)).toEqual(await dataIn(own));
  });

  test("is not written over while the service runs on it", async () => {
    const lock = takeLock(join(second, "supervisor.json"));
    const told = await runOperation("restore", [own, "--replace"], embeddedDatabaseEnv(second));
    lock.release();
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toContain(`Wayfare runs on ${second} (process ${process.pid}): stop it first.`);
  });

  test("that can't be opened is left as it is, with no server that goes on running", async () => {
    const file = join(second, "secrets.json");
    const before = readFileSync(file, "utf8");
    writeFileSync(file, before.replace(ensureSecrets(second).POSTGRES_PASSWORD, "p".repeat(40)));
    const told = await runOperation("admin", ["status"], embeddedDatabaseEnv(second));
    writeFileSync(file, before);
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(runningPort(second)).toBeUndefined();
    expect(existsSync(join(second, "postgres", "postmaster.pid"))).toBe(false);
  });

  test("keeps its own secrets where the restore is undone", () => {
    const before = ensureSecrets(second);
    const { POSTGRES_PASSWORD: _, ...others } = before;
    const undo = adoptSecrets(second, { ...others, INTERNAL_SECRET: "y".repeat(40) });
    expect(ensureSecrets(second)).toEqual({ ...before, INTERNAL_SECRET: "y".repeat(40) });
    undo();
    expect(ensureSecrets(second)).toEqual(before);
  });
});

describe("uploads in a bucket", () => {
  test("are left to it unless they are asked for, and then move with the rest", async () => {
    const s3 = await startS3();
    try {
      expect(await runOperation("restore", [served, "--replace"], s3.env)).toMatchObject({
        code: 0,
        err: "",
      });
      const without = join(folder, "without.tar.gz");
      const told = await runOperation("backup", [without], s3.env);
      expect(told.out).toContain("Uploads are NOT in it: they lie in the bucket");
      const withThem = join(folder, "with.tar.gz");
      expect(await runOperation("backup", [withThem, "--with-bucket"], s3.env)).toMatchObject({
        code: 0,
        err: "",
      });
      expect([...(await dataIn(without)).keys()].filter(isUpload)).toEqual([]);
      expect([...(await dataIn(withThem)).keys()].filter(isUpload)).toEqual([`files/${uploads[0]}`]);
    } finally {
      await s3.stop();
    }
  });
});
