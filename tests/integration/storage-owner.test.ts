// @alone @long: looks at whole tables; who owns the files of a disk
import { mkdtempSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase, type Database } from "#db/client.ts";
import { sweepAttachments } from "#lib/server/attachments/jobs.ts";
import { sweepAvatars } from "#lib/server/avatar/sweep.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { ownsStore, takeStore } from "#lib/server/operator/check-files.ts";
import type { ObjectStore } from "#lib/server/storage/object-store.ts";
import { diskStore, objectStore } from "#lib/server/storage/storage.ts";
import { newAttachment } from "#tests/factories/bookings.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { uploadPicture } from "#tests/helpers/avatars.ts";
import { keysIn } from "#tests/helpers/objects.ts";
import { runOperation } from "#tests/helpers/operations.ts";
import { cloneDatabase, type ClonedDatabase } from "#tests/helpers/clone-database.ts";

const folder = mkdtempSync(join(inject("runFolder"), "owners-"));
const BACKUP = join(folder, "wayfare.tar.gz");
const HOUR_MS = 60 * 60 * 1000;
const META = { contentType: "application/pdf", cacheControl: "private" };

let clone: ClonedDatabase;
/** A database as empty as that of a new installation. */
let other: Database;

beforeAll(async () => {
  clone = await cloneDatabase(inject("postgresUrl"));
  other = createDatabase({ url: clone.url });
  // The clone gets an installation id of its own, because clones of the template share one.
  await other.pool.query("update installation set id = gen_random_uuid()");
  const { editor, tripId } = await newTripFixture();
  await newAttachment(editor, tripId);
  await uploadPicture(editor);
  expect(await runOperation("backup", [BACKUP])).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await other.close();
  await clone.drop();
});

async function uploads(store: ObjectStore): Promise<string[]> {
  return [...(await keysIn(store, "attachments")), ...(await keysIn(store, "avatars"))];
}

/** Runs the sweep two hours later, when every object is old enough. */
async function sweep(db: Database, store = objectStore()): Promise<number> {
  const later = new Date(Date.now() + 2 * HOUR_MS);
  return (await sweepAttachments(later, store, db)) + (await sweepAvatars(later, store, db));
}

test("a service on an empty database deletes nothing of what it finds, whether it is noted whose that is or not", async () => {
  const kept = await uploads(objectStore());
  expect(kept).toHaveLength(2);
  expect(await sweep(other)).toBe(0);
  expect(await ownsStore(other, objectStore())).toBe(false);
  // An installation that needs all objects takes the store over.
  expect(await sweep(freshDatabase())).toBe(0);
  expect(await ownsStore(freshDatabase(), objectStore())).toBe(true);
  expect(await sweep(other)).toBe(0);
  expect(await ownsStore(other, objectStore())).toBe(false);
  expect(await uploads(objectStore())).toEqual(kept);
});

test("nor does an operator's repair, who is told why, until the storage is said to be this database's", async () => {
  const kept = await uploads(objectStore());
  const env = { DATABASE_URL: clone.url };
  const old = new Date(Date.now() - 2 * HOUR_MS);
  for (const key of kept) utimesSync(join(process.env.DATA_DIR ?? "", "uploads", key), old, old);
  const refused = await runOperation("admin", ["check", "--repair"], env);
  expect(refused).toMatchObject({ code: 1, err: "" });
  expect(refused.out).toContain("Then say so once: add --repair --take-uploads.");
  expect(await uploads(objectStore())).toEqual(kept);
  const agreed = await runOperation("admin", ["check", "--repair", "--take-uploads"], env);
  expect(agreed).toMatchObject({ code: 0, err: "" });
  expect(agreed.out).toContain("2 leftover uploads deleted.");
  await takeStore(freshDatabase(), objectStore());
});

test("a restore makes what is stored the restored database's, and what lay there before is swept", async () => {
  const data = join(folder, "second");
  const store = diskStore(join(data, "uploads"));
  await takeStore(other, store);
  const leftover = `attachments/${crypto.randomUUID()}/leftover`;
  await store.put(leftover, new Uint8Array([1]), META);
  const env = { DATABASE_URL: clone.url, DATA_DIR: data };
  expect(await runOperation("restore", [BACKUP, "--replace"], env)).toMatchObject({ code: 0 });
  expect(await ownsStore(other, store)).toBe(true);
  expect(await sweep(other, store)).toBe(1);
  const left = await uploads(store);
  expect(left).toHaveLength(2);
  expect(left).not.toContain(leftover);
});
