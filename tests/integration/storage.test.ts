// @alone: sets the environment, which the service reads once
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Driver, flydriveStore } from "#lib/server/storage/flydrive-store.ts";
import { isObjectKey, type ObjectStore } from "#lib/server/storage/object-store.ts";
import { diskStore, objectStore } from "#lib/server/storage/storage.ts";
import { type S3Double, startS3 } from "#tests/doubles/s3.ts";
import { keysIn } from "#tests/helpers/objects.ts";

const META = { contentType: "image/webp", cacheControl: "public, max-age=60" };
const AWAY = {
  code: "UNAVAILABLE",
  message: "The storage for files does not answer. Nothing was lost: send the same request again.",
};

let folder = "";
let s3: S3Double;
const stores = new Map<string, ObjectStore>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wayfare-objects-"));
  s3 = await startS3();
  Object.assign(process.env, s3.env);
  stores.set("disk", diskStore(folder));
  stores.set("S3", objectStore());
});

afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

function never(): Promise<never> {
  return new Promise(() => undefined);
}

function storeOf(kind: string): ObjectStore {
  const store = stores.get(kind);
  if (!store) throw new Error(`There is no store on ${kind}.`);
  return store;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function textOf(store: ObjectStore, key: string): Promise<string | null> {
  const object = await store.read(key);
  if (!object) return null;
  const text = await new Response(object.body).text();
  expect(object.size).toBe(Buffer.byteLength(text));
  return text;
}

describe.each(["disk", "S3"])("a store on %s", (kind) => {
  test("gives back what was put, and deletes it however often it is asked", async () => {
    const store = storeOf(kind);
    const key = "round/trip/a-b_c.webp";
    expect([await store.exists(key), await store.read(key)]).toEqual([false, null]);
    await store.put(key, bytesOf("é\u0000ÿ"), META);
    expect([await store.exists(key), await textOf(store, key)]).toEqual([true, "é\u0000ÿ"]);
    await store.put(key, bytesOf("again"), META);
    expect(await textOf(store, key)).toBe("again");
    for (let times = 0; times < 2; times++) await store.delete(key);
    expect([await store.exists(key), await store.read(key)]).toEqual([false, null]);
  });

  test("lists what is below a folder, with the time of its writing, and nothing beside it", async () => {
    const store = storeOf(kind);
    const began = Date.now() - 2000;
    const keys = ["list/a/1.webp", "list/a/2.webp", "list/b/1.webp"];
    for (const key of [...keys, "listed/1.webp"]) await store.put(key, bytesOf(key), META);
    expect(await keysIn(store, "list")).toEqual(keys);
    expect(await keysIn(store, "list/a")).toEqual(keys.slice(0, 2));
    expect(await keysIn(store, "nowhere")).toEqual([]);
    for await (const page of store.list("list")) {
      for (const { writtenAt } of page) expect(writtenAt.getTime()).toBeGreaterThan(began);
    }
  });

  test("takes an object of 10 MiB", async () => {
    const store = storeOf(kind);
    await store.put("big/one.webp", new Uint8Array(10 * 1024 * 1024), META);
    const object = await store.read("big/one.webp");
    expect(object?.size).toBe(10 * 1024 * 1024);
    expect((await new Response(object?.body).arrayBuffer()).byteLength).toBe(10 * 1024 * 1024);
  });

  test("never leaves its folder", async () => {
    const store = storeOf(kind);
    for (const key of [
      "../a.webp",
      "a/../../b.webp",
      "/etc/passwd",
      "a/./b",
      "a//b",
      "a\\b",
      "a/b\u0000",
      "",
    ]) {
      await expect(store.put(key, bytesOf("x"), META), key).rejects.toMatchObject(AWAY);
      await expect(store.read(key), key).rejects.toMatchObject(AWAY);
      await expect(store.delete(key), key).rejects.toMatchObject(AWAY);
    }
  });
});

test("a bucket notes the type and how long to keep it", async () => {
  await storeOf("S3").put("meta/1.webp", bytesOf("x"), META);
  expect(await s3.keys()).toContain("meta/1.webp");
  const { S3Client, HeadObjectCommand } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    endpoint: s3.env.S3_ENDPOINT,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  });
  const head = await client.send(new HeadObjectCommand({ Bucket: "wayfare", Key: "meta/1.webp" }));
  expect([head.ContentType, head.CacheControl]).toEqual([META.contentType, META.cacheControl]);
  client.destroy();
});

describe("a store that is away", () => {
  test("says so, on disk, and leaves no half object behind", async () => {
    const blocked = join(folder, "blocked");
    await mkdir(blocked);
    await writeFile(join(blocked, "file"), "");
    const store = diskStore(join(blocked, "file"));
    await expect(store.put("a/b.webp", bytesOf("x"), META)).rejects.toMatchObject(AWAY);
    await expect(keysIn(store, "a")).rejects.toMatchObject(AWAY);
    expect(await readdir(blocked)).toEqual(["file"]);
  });

  test("says so when the name is taken by a folder, and leaves no half object behind", async () => {
    await mkdir(join(folder, "taken/a.webp/b"), { recursive: true });
    await expect(storeOf("disk").put("taken/a.webp", bytesOf("x"), META)).rejects.toMatchObject(AWAY);
    expect(await readdir(join(folder, "taken"))).toEqual(["a.webp"]);
  });

  test("says so when it takes too long, and then answers no more", async () => {
    const silent: Driver = {
      put: never,
      getStream: never,
      getPart: never,
      formFor: () => null,
      getMetaData: never,
      exists: never,
      delete: never,
      listAll: never,
    };
    const store = flydriveStore(() => Promise.resolve(silent), 20);
    await expect(store.put("a/b.webp", bytesOf("x"), META)).rejects.toMatchObject(AWAY);
    await expect(store.read("a/b.webp")).rejects.toMatchObject(AWAY);
    await expect(store.exists("a/b.webp")).rejects.toMatchObject(AWAY);
    await expect(store.delete("a/b.webp")).rejects.toMatchObject(AWAY);
    await expect(keysIn(store, "a")).rejects.toMatchObject(AWAY);
  });

  test("says so when the bucket's server is gone or refuses", async () => {
    const other = await startS3();
    const { s3Driver } = await import("#lib/server/storage/s3-driver.ts");
    const settings = {
      bucket: "wayfare",
      region: "us-east-1",
      endpoint: other.env.S3_ENDPOINT,
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
    };
    const storeWith = (changed: Partial<typeof settings>) =>
      flydriveStore(() => Promise.resolve(s3Driver({ ...settings, ...changed })), 5000);
    await storeWith({}).put("a/b.webp", bytesOf("x"), META);
    for (const changed of [{ secretAccessKey: "wrong" }, { bucket: "elsewhere" }]) {
      await expect(storeWith(changed).put("a/b.webp", bytesOf("x"), META)).rejects.toMatchObject(AWAY);
    }
    await other.stop();
    await expect(storeWith({}).put("a/b.webp", bytesOf("x"), META)).rejects.toMatchObject(AWAY);
    await expect(storeWith({}).read("a/b.webp")).rejects.toMatchObject(AWAY);
  });
});

test.each([
  ["avatars/0199b6a0-7c00-7000-8000-000000000000/aZ_-.webp", true],
  ["a/b", true],
  ["a/b.tar.gz", true],
  ["a", false],
  ["a/.hidden", false],
  ["a/b.", false],
  ["a/..", false],
  [".a/b", false],
  ["-a/b", false],
  ["a/b c", false],
  ["a/b%2f", false],
  ["a/é", false],
  [`a/${"x".repeat(512)}`, false],
])("%j is a key: %s", (key, expected) => {
  expect(isObjectKey(key)).toBe(expected);
});
