import { beforeAll, beforeEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { addAttachment } from "#lib/server/attachments/add-attachment.ts";
import { sweepAttachments } from "#lib/server/attachments/jobs.ts";
import { ATTACHMENTS, folderOfTrip, incomingKey } from "#lib/server/attachments/object-keys.ts";
import { confirmUpload } from "#lib/server/attachments/send-directly.ts";
import type { Ctx } from "#lib/server/context.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import type { ObjectStore } from "#lib/server/storage/object-store.ts";
import { takeFolder } from "#lib/server/storage/owner.ts";
import { diskStore } from "#lib/server/storage/storage.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import { AppError } from "#lib/shared/errors.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { readTrip } from "#tests/factories/trips.ts";
import { newPdf } from "#tests/helpers/files.ts";
import { send } from "#tests/helpers/handlers.ts";
import { keysIn } from "#tests/helpers/objects.ts";
import { ctxOf } from "#tests/helpers/context.ts";

const HOUR_MS = 3_600_000;
const AWAY = new AppError("UNAVAILABLE", "The storage for files does not answer.");
const LOST = new Error("Connection terminated unexpectedly");

const store = diskStore(`${process.env.DATA_DIR}/faults`);
let scene: TripFixture;

beforeAll(() => takeFolder(freshDatabase(), store, ATTACHMENTS));

beforeEach(async () => {
  scene = await newTripFixture();
});

function upload(parts: Partial<ObjectStore> = {}, overrides: Partial<Ctx> = {}): Promise<AttachmentDto> {
  const { tripId, stop, editor } = scene;
  const given = { id: uuidv7(), target: { kind: "stop" as const, id: stop.id }, name: "ticket.pdf" };
  return addAttachment(ctxOf(editor, overrides), tripId, given, newPdf(), { ...store, ...parts });
}

/** Returns an object store that runs `work` after it has stored an object. */
function thenPut(work: () => unknown): Partial<ObjectStore> {
  return {
    async put(key, bytes, meta) {
      await store.put(key, bytes, meta);
      await work();
    },
  };
}

async function state() {
  const { attachments } = await readTrip(scene.owner, scene.tripId);
  return { files: attachments.length, objects: (await keysIn(store, folderOfTrip(scene.tripId))).length };
}

function sweep(after = HOUR_MS + 60_000): Promise<number> {
  return sweepAttachments(new Date(Date.now() + after), store);
}

/** Returns a database that fails on request, either before or after a commit. */
function fragile() {
  const db = freshDatabase();
  let fault: "none" | "before" | "after" = "none";
  return {
    breaks: (when: "before" | "after") => {
      fault = when;
    },
    db: {
      ...db,
      async transaction(work, finish) {
        if (fault === "before") throw LOST;
        const result = await db.transaction(work, finish);
        if (fault === "after") throw LOST;
        return result;
      },
    } satisfies Ctx["db"],
  };
}

test("an object that can't be put changes nothing", async () => {
  await expect(upload({ put: () => Promise.reject(AWAY) })).rejects.toBe(AWAY);
  expect(await state()).toEqual({ files: 0, objects: 0 });
});

test("a write that is refused after the object was put takes it away again", async () => {
  const { tripId, stop, owner } = scene;
  const params = { tripId, stopId: stop.id };
  const gone = thenPut(() => send(stopsApi.delete, { params, token: owner.token }));
  await expect(upload(gone)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await state()).toEqual({ files: 0, objects: 0 });
  await send(stopsApi.restore, { params, token: owner.token });
  const archived = thenPut(() => send(tripsApi.archive, { params: { tripId }, token: owner.token }));
  await expect(upload(archived)).rejects.toMatchObject({ code: "ARCHIVED" });
  expect(await state()).toEqual({ files: 0, objects: 0 });
});

test("where neither can be undone, the sweep finds the object", async () => {
  const { tripId, owner } = scene;
  const broken = {
    ...thenPut(() => send(tripsApi.archive, { params: { tripId }, token: owner.token })),
    delete: () => Promise.reject(AWAY),
  };
  await expect(upload(broken)).rejects.toMatchObject({ code: "ARCHIVED" });
  expect(await state()).toEqual({ files: 0, objects: 1 });
  await sweep();
  expect(await state()).toEqual({ files: 0, objects: 0 });
});

test("a database that goes away leaves the object to the sweep, since the write may have happened", async () => {
  const { db, breaks } = fragile();
  await expect(
    upload(
      thenPut(() => breaks("before")),
      { db },
    ),
  ).rejects.toBe(LOST);
  expect(await state()).toEqual({ files: 0, objects: 1 });
  await sweep();
  expect(await state()).toEqual({ files: 0, objects: 0 });
});

test("a write whose answer was lost keeps its file, and sent again it is there once", async () => {
  const { db, breaks } = fragile();
  const { tripId, stop, editor } = scene;
  const given = { id: uuidv7(), target: { kind: "stop" as const, id: stop.id }, name: "ticket.pdf" };
  const lost = addAttachment(ctxOf(editor, { db }), tripId, given, newPdf(), {
    ...store,
    ...thenPut(() => breaks("after")),
  });
  await expect(lost).rejects.toBe(LOST);
  expect(await state()).toEqual({ files: 1, objects: 1 });
  await sweep();
  expect(await state()).toEqual({ files: 1, objects: 1 });
  const again = await addAttachment(ctxOf(editor), tripId, given, newPdf(), store);
  expect((await readTrip(editor, tripId)).attachments).toEqual([again]);
  expect(await state()).toEqual({ files: 1, objects: 1 });
});

test("a file that was sent to the bucket is still there when its confirmation is to be sent again", async () => {
  const { tripId, editor } = scene;
  const bytes = newPdf();
  const id = uuidv7();
  const key = incomingKey(tripId, editor.userId, id);
  const target = { kind: "trip" as const, id: tripId };
  const size = bytes.byteLength;
  const intent = { id, target, name: "ticket.pdf", contentType: "application/pdf" as const, size };
  await store.put(key, bytes, { contentType: "application/pdf", cacheControl: "no-store" });
  const { db, breaks } = fragile();
  const confirm = (parts: Partial<ObjectStore> = {}, overrides: Partial<Ctx> = {}) =>
    confirmUpload(ctxOf(editor, overrides), tripId, intent, { ...store, ...parts });
  await expect(confirm({ put: () => Promise.reject(AWAY) })).rejects.toBe(AWAY);
  await expect(
    confirm(
      thenPut(() => breaks("before")),
      { db },
    ),
  ).rejects.toBe(LOST);
  await awaitDeferredWork();
  expect(await store.exists(key)).toBe(true);
  expect(await confirm()).toMatchObject({ id, name: "ticket.pdf" });
  await awaitDeferredWork();
  expect(await store.exists(key)).toBe(false);
});

test("the sweep leaves alone what is young, what is needed, and what can be restored", async () => {
  const { tripId, editor } = scene;
  const { id } = await upload();
  const files = await keysIn(store, folderOfTrip(tripId));
  await freshDatabase().pool.query("update attachments set deleted_at = now() where id = $1", [id]);
  const meta = { contentType: "application/pdf", cacheControl: "" };
  const orphan = `${folderOfTrip(tripId)}/${"o".repeat(43)}`;
  const incoming = incomingKey(tripId, editor.userId, uuidv7());
  for (const key of [orphan, incoming]) await store.put(key, newPdf(), meta);
  await sweep(0);
  expect((await keysIn(store, folderOfTrip(tripId))).length).toBe(2);
  expect(await store.exists(incoming)).toBe(true);
  await sweep();
  expect(await keysIn(store, folderOfTrip(tripId))).toEqual(files);
  expect(await store.exists(incoming)).toBe(false);
});
