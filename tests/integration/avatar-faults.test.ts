import { beforeAll, beforeEach, expect, test } from "vitest";
import { avatarImage } from "#lib/server/auth/avatar-image.ts";
import { AVATARS, avatarUrl, newAvatarKey } from "#lib/server/avatar/address.ts";
import { type AvatarDependencies, removeAvatar, uploadAvatar } from "#lib/server/avatar/avatar.ts";
import { sweepAvatars } from "#lib/server/avatar/sweep.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { takeFolder } from "#lib/server/storage/owner.ts";
import { diskStore } from "#lib/server/storage/storage.ts";
import { AppError } from "#lib/shared/errors.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { userRow } from "#tests/helpers/auth-rows.ts";
import { keysIn } from "#tests/helpers/objects.ts";
import { newPicture } from "#tests/helpers/pictures.ts";
import { ctxOf } from "#tests/helpers/context.ts";

const HOUR_MS = 3_600_000;
const AWAY = new AppError("UNAVAILABLE", "The storage for files does not answer.");

const store = diskStore(`${process.env.DATA_DIR}/faults`);
let ann: Person;
/** The steps of a change of the picture that ran, in order. */
let steps: string[] = [];

async function read(userId: string): Promise<string | null> {
  const { rows } = await freshDatabase().pool.query<{ image: string | null }>(
    "select image from users where id = $1",
    [userId],
  );
  return rows[0]?.image ?? null;
}

async function write(userId: string, image: string): Promise<void> {
  await freshDatabase().pool.query("update users set image = $1 where id = $2", [image, userId]);
}

/** Returns the real store and profile, which record each step; a test replaces some methods with failing ones. */
function parts(
  broken: {
    store?: Partial<AvatarDependencies["store"]>;
    profile?: Partial<AvatarDependencies["profile"]>;
  } = {},
) {
  const told: AvatarDependencies = {
    store: {
      ...store,
      async put(key, bytes, meta) {
        await store.put(key, bytes, meta);
        steps.push("put");
      },
      async delete(key) {
        await store.delete(key);
        steps.push("delete");
      },
      ...broken.store,
    },
    profile: {
      read,
      async write(userId, image) {
        await write(userId, image);
        steps.push("profile");
      },
      ...broken.profile,
    },
  };
  return told;
}

async function upload(given: AvatarDependencies): Promise<string> {
  const { image } = await uploadAvatar(ctxOf(ann), await newPicture(), given);
  return image;
}

async function state() {
  await awaitDeferredWork();
  return { image: (await userRow(ann.email))?.image, keys: await keysIn(store, `avatars/${ann.userId}`) };
}

function keyOf(image: string): string {
  return image.split("/api/uploads/")[1] ?? "";
}

let first = "";

beforeAll(() => takeFolder(freshDatabase(), store, AVATARS));

beforeEach(async () => {
  ann = await newPerson();
  first = await upload(parts());
  await awaitDeferredWork();
  steps = [];
});

function untouched() {
  return { image: first, keys: [keyOf(first)] };
}

test("first the object, then the profile, and after the answer the former object", async () => {
  const gate = Promise.withResolvers<void>();
  const slow = parts({
    store: {
      async delete(key) {
        await gate.promise;
        await store.delete(key);
        steps.push("delete");
      },
    },
  });
  const image = await upload(slow);
  expect(steps).toEqual(["put", "profile"]);
  gate.resolve();
  expect(await state()).toEqual({ image, keys: [keyOf(image)] });
  expect(steps).toEqual(["put", "profile", "delete"]);
});

test("an object that can't be put changes nothing", async () => {
  const broken = parts({ store: { put: () => Promise.reject(AWAY) } });
  await expect(upload(broken)).rejects.toBe(AWAY);
  expect(await state()).toEqual(untouched());
  expect(steps).toEqual([]);
});

test("a profile that can't be written leaves the former picture, and no object of the new one", async () => {
  const fault = new Error("no such column");
  const broken = parts({ profile: { write: () => Promise.reject(fault) } });
  await expect(upload(broken)).rejects.toBe(fault);
  expect(await state()).toEqual(untouched());
  expect(steps).toEqual(["put", "delete"]);
});

test("a profile that can't be read beforehand does the same", async () => {
  let reads = 0;
  const fault = new Error("no such column");
  const broken = parts({
    profile: { read: (userId) => (++reads === 1 ? Promise.reject(fault) : read(userId)) },
  });
  await expect(upload(broken)).rejects.toBe(fault);
  expect(await state()).toEqual(untouched());
});

test("neither can be undone: the profile stays, and the sweep finds the object", async () => {
  const fault = new Error("no such column");
  const broken = parts({
    profile: { write: () => Promise.reject(fault) },
    store: { delete: () => Promise.reject(AWAY) },
  });
  await expect(upload(broken)).rejects.toBe(fault);
  const { image, keys } = await state();
  expect([image, keys.length]).toEqual([first, 2]);
  await sweepAvatars(new Date(Date.now() + HOUR_MS + 60_000), store);
  expect(await state()).toEqual(untouched());
});

test("a profile that was written although its answer was lost keeps its picture", async () => {
  const broken = parts({
    profile: {
      async write(userId, image) {
        await write(userId, image);
        throw new Error("Connection terminated unexpectedly");
      },
    },
  });
  const image = await upload(broken);
  expect((await state()).image).toBe(image);
  expect(await store.exists(keyOf(image))).toBe(true);
  await sweepAvatars(new Date(Date.now() + HOUR_MS + 60_000), store);
  expect(await state()).toEqual({ image, keys: [keyOf(image)] });
});

test("a profile that nobody can ask keeps both objects, since either may be its picture", async () => {
  let isAway = false;
  const lost = new Error("Connection terminated unexpectedly");
  const broken = parts({
    profile: {
      read: (userId) => (isAway ? Promise.reject(lost) : read(userId)),
      async write(userId, image) {
        await write(userId, image);
        isAway = true;
        throw lost;
      },
    },
  });
  await expect(upload(broken)).rejects.toBe(lost);
  const { image, keys } = await state();
  expect([keys.length, keys.includes(keyOf(image ?? ""))]).toEqual([2, true]);
  await sweepAvatars(new Date(Date.now() + HOUR_MS + 60_000), store);
  expect(await state()).toEqual({ image, keys: [keyOf(image ?? "")] });
});

test("a former object that can't be deleted waits for the sweep, and nobody is told", async () => {
  const image = await upload(parts({ store: { delete: () => Promise.reject(AWAY) } }));
  expect((await state()).keys).toEqual([keyOf(first), keyOf(image)].toSorted());
  await sweepAvatars(new Date(Date.now() + HOUR_MS + 60_000), store);
  expect(await state()).toEqual({ image, keys: [keyOf(image)] });
});

test("a removal whose profile can't be written keeps the picture", async () => {
  const fault = new Error("no such column");
  const broken = parts({ profile: { write: () => Promise.reject(fault) } });
  await expect(removeAvatar(ctxOf(ann), broken)).rejects.toBe(fault);
  expect(await state()).toEqual(untouched());
});

test("a removal whose object can't be deleted is done all the same", async () => {
  const generated = avatarImage(ann.userId);
  const broken = parts({ store: { delete: () => Promise.reject(AWAY) } });
  expect(await removeAvatar(ctxOf(ann), broken)).toEqual({ image: generated });
  expect(await state()).toEqual({ image: generated, keys: [keyOf(first)] });
  await sweepAvatars(new Date(Date.now() + HOUR_MS + 60_000), store);
  expect(await state()).toEqual({ image: generated, keys: [] });
});

test("a failed upload is not remembered: the same key may be sent again", async () => {
  const idempotency = { key: crypto.randomUUID(), requestHash: "hash", status: 200, holds: "own" as const };
  const ctx = ctxOf(ann, { write: { idempotency, baseSeq: null, force: false } });
  const broken = parts({ profile: { write: () => Promise.reject(new Error("no such column")) } });
  const picture = await newPicture();
  await expect(uploadAvatar(ctx, picture, broken)).rejects.toThrow("no such column");
  const { image } = await uploadAvatar(ctx, picture, parts());
  expect(await state()).toEqual({ image, keys: [keyOf(image)] });
});

/** Does what another server does for the same idempotency key while this server still stores its object. */
async function answerElsewhere(key: string, requestHash: string): Promise<string> {
  const theirs = newAvatarKey(ann.userId);
  await store.put(theirs, await newPicture(), { contentType: "image/webp", cacheControl: "no-store" });
  await write(ann.userId, avatarUrl(theirs));
  const body = JSON.stringify({ image: avatarUrl(theirs) });
  const row = [ann.userId, key, requestHash, 200, body];
  await freshDatabase().pool.query(
    "insert into idempotency_keys (user_id, key, request_hash, status, body, created_at) values ($1, $2, $3, $4, $5, now())",
    row,
  );
  return avatarUrl(theirs);
}

test.each([
  ["the same upload", "hash", { message: "This request was answered before." }],
  ["something else", "other", { code: "KEY_REUSED" }],
])("what another server has answered meanwhile under the key, for %s, stands", async (_, hash, refusal) => {
  const idempotency = { key: crypto.randomUUID(), requestHash: "hash", status: 200, holds: "own" as const };
  const ctx = ctxOf(ann, { write: { idempotency, baseSeq: null, force: false } });
  let theirs = "";
  const busy = parts({
    store: {
      async put(key, bytes, meta) {
        await store.put(key, bytes, meta);
        theirs = await answerElsewhere(idempotency.key, hash);
      },
    },
  });
  await expect(uploadAvatar(ctx, await newPicture(), busy)).rejects.toMatchObject(refusal);
  const { image, keys } = await state();
  expect(image).toBe(theirs);
  expect(keys).toContain(keyOf(theirs));
  await sweepAvatars(new Date(Date.now() + HOUR_MS + 60_000), store);
  expect(await state()).toEqual({ image: theirs, keys: [keyOf(theirs)] });
});

test("of two uploads at once the last to write its profile wins, and its object stays", async () => {
  const images = await Promise.all([upload(parts()), upload(parts())]);
  const { image, keys } = await state();
  expect(images).toContain(image);
  expect(keys).toEqual([keyOf(image ?? "")]);
  expect(steps.filter((step) => step === "delete")).toHaveLength(2);
});

test("an upload after one that failed doesn't wait for ever", async () => {
  const broken = parts({ store: { put: () => Promise.reject(AWAY) } });
  const [failed, done] = await Promise.allSettled([upload(broken), upload(parts())]);
  expect([failed.status, done.status]).toEqual(["rejected", "fulfilled"]);
});
