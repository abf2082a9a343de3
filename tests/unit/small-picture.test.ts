import { describe, expect, test } from "vitest";
import { PictureCache } from "#lib/server/covers/picture-cache.ts";
import { smallPicture } from "#lib/server/covers/small-picture.ts";
import { newPicture } from "#tests/helpers/pictures.ts";

let lastKey = 0;
function newKey(): string {
  lastKey += 1;
  return `attachments/trip/${lastKey}`;
}

describe("a picture made small", () => {
  test("is read by as many at once as are decoded", async () => {
    const picture = await newPicture();
    const release = Promise.withResolvers<void>();
    const reads = { open: 0, most: 0, all: 0 };
    const begun = Promise.withResolvers<void>();
    async function read() {
      reads.open += 1;
      reads.all += 1;
      reads.most = Math.max(reads.most, reads.open);
      if (reads.all === 2) begun.resolve();
      await release.promise;
      reads.open -= 1;
      return picture;
    }
    const made = Promise.all(Array.from({ length: 6 }, () => smallPicture(newKey(), read)));
    await begun.promise;
    release.resolve();
    expect((await made).map(({ contentType }) => contentType)).toEqual(Array(6).fill("image/webp"));
    expect(reads).toEqual({ open: 0, most: 2, all: 6 });
  });

  test("is read once, by whoever asks at the same time and later", async () => {
    const picture = await newPicture();
    const key = newKey();
    let reads = 0;
    async function read() {
      reads += 1;
      return picture;
    }
    const both = await Promise.all([smallPicture(key, read), smallPicture(key, read)]);
    expect([...both, await smallPicture(key, read)].map(({ bytes }) => bytes)).toEqual(
      Array(3).fill(both[0]?.bytes),
    );
    expect(reads).toBe(1);
  });

  test("is read again where it could not be read", async () => {
    const picture = await newPicture();
    const key = newKey();
    await expect(smallPicture(key, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await smallPicture(key, async () => picture)).toMatchObject({ contentType: "image/webp" });
  });
});

test("of more pictures than there is room for, those that were asked for last are kept", async () => {
  const kept = new PictureCache(10);
  const made: string[] = [];
  async function ask(key: string, size = 4) {
    await kept.of(key, async () => {
      made.push(key);
      return new Uint8Array(size);
    });
  }
  for (const key of ["a", "b", "a", "c", "a", "b"]) await ask(key);
  expect(made).toEqual(["a", "b", "c", "b"]);
  await ask("huge", 11);
  for (const key of ["huge", "a"]) await ask(key, 11);
  expect(made.slice(4)).toEqual(["huge", "huge", "a"]);
});
