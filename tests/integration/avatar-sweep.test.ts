// @alone: looks at whole tables
import { describe, expect, test } from "vitest";
import { avatarImage } from "#lib/server/auth/avatar-image.ts";
import { deleteAvatarObject } from "#lib/server/avatar/avatar.ts";
import { sweepAvatars } from "#lib/server/avatar/sweep.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { awaitDeferredWork } from "#lib/server/http/defer.ts";
import { runTick } from "#lib/server/realtime/tick.ts";
import { objectStore } from "#lib/server/storage/storage.ts";
import { newPerson } from "#tests/factories/people.ts";
import { getPicture, keyOf, objectsOf, uploadPicture } from "#tests/helpers/avatars.ts";
import { keysIn } from "#tests/helpers/objects.ts";

const HOUR_MS = 3_600_000;

async function orphan(userId: string): Promise<string> {
  const key = `avatars/${userId}/${"o".repeat(43)}.webp`;
  await objectStore().put(key, new Uint8Array([1]), { contentType: "image/webp", cacheControl: "" });
  return key;
}

function later(): Date {
  return new Date(Date.now() + HOUR_MS + 60_000);
}

describe("the sweep", () => {
  test("deletes what is nobody's picture, once it is an hour old", async () => {
    const [ann, gone] = [await newPerson(), crypto.randomUUID()];
    const image = await uploadPicture(ann);
    const orphans = [await orphan(ann.userId), await orphan(gone)];
    await sweepAvatars(new Date());
    expect(await keysIn(objectStore(), "avatars")).toEqual(expect.arrayContaining(orphans));
    await sweepAvatars(later());
    const left = await keysIn(objectStore(), "avatars");
    expect(left).toContain(keyOf(image));
    expect(left.filter((key) => orphans.includes(key))).toEqual([]);
  });

  test("leaves alone what it does not know", async () => {
    const key = "avatars/readme/1.txt";
    await objectStore().put(key, new Uint8Array([1]), { contentType: "text/plain", cacheControl: "" });
    await sweepAvatars(later());
    expect(await objectStore().exists(key)).toBe(true);
    await objectStore().delete(key);
  });

  test("knows a picture by its path when the service has another address by now", async () => {
    const ann = await newPerson();
    const image = await uploadPicture(ann);
    await freshDatabase().pool.query("update users set image = $1 where id = $2", [
      image.replace("http://localhost:3000", "https://old.example"),
      ann.userId,
    ]);
    await sweepAvatars(later());
    expect(await objectsOf(ann)).toEqual([keyOf(image)]);
  });

  test("is a job of the tick, in the first minute of an hour", async () => {
    const key = await orphan(crypto.randomUUID());
    const hour = new Date(Math.ceil(later().getTime() / HOUR_MS) * HOUR_MS);
    await runTick(new Date(hour.getTime() + 61_000));
    await awaitDeferredWork();
    expect(await objectStore().exists(key)).toBe(true);
    await runTick(new Date(hour.getTime() + 5000));
    await awaitDeferredWork();
    expect(await objectStore().exists(key)).toBe(false);
  });
});

test("an account that goes takes its picture with it, and nobody else's", async () => {
  const [ann, bob] = [await newPerson(), await newPerson()];
  const [image, other] = [await uploadPicture(ann), await uploadPicture(bob)];
  await deleteAvatarObject(ann.userId, other);
  await deleteAvatarObject(ann.userId, "https://provider.example/ann.jpg");
  await deleteAvatarObject(ann.userId, avatarImage(ann.userId));
  await deleteAvatarObject(ann.userId, null);
  expect([(await getPicture(image)).status, (await getPicture(other)).status]).toEqual([200, 200]);
  await deleteAvatarObject(ann.userId, image);
  expect([(await getPicture(image)).status, (await getPicture(other)).status]).toEqual([404, 200]);
});
