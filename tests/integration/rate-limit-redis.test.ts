import { randomUUID } from "node:crypto";
import { createClient } from "@redis/client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { log } from "#lib/server/http/log.ts";
import { redisStore, type RedisStore } from "#lib/server/auth/rate-limits/redis-store.ts";
import { startRedis, type TestRedis } from "#tests/helpers/redis.ts";

const MINUTE = 60_000;
/** The maximum time of an answer: a deadline of one second, plus time for a busy machine. */
const PROMPT_MS = 3000;

let redis: TestRedis;
const opened: RedisStore[] = [];

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(async () => {
  await redis.stop();
});

beforeEach(() => {
  vi.spyOn(log(), "error").mockImplementation(() => undefined);
  vi.spyOn(log(), "info").mockImplementation(() => undefined);
});

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  vi.restoreAllMocks();
});

function openStore(url = redis.url): RedisStore {
  const store = redisStore(url, () => 0);
  opened.push(store);
  return store;
}

async function expectRefused(store: RedisStore): Promise<void> {
  const started = performance.now();
  await expect(store.hit(randomUUID(), MINUTE)).rejects.toMatchObject({ code: "UNAVAILABLE", status: 503 });
  expect(performance.now() - started).toBeLessThan(PROMPT_MS);
}

async function isCounting(store: RedisStore): Promise<boolean> {
  return store.hit(randomUUID(), MINUTE).then(
    ({ count }) => count === 1,
    () => false,
  );
}

test("stores of several processes count together, each key for itself", async () => {
  const [one, two] = [openStore(), openStore()];
  const [key, other] = [randomUUID(), randomUUID()];
  const counts = [];
  for (const store of [one, two, two, one]) counts.push((await store.hit(key, MINUTE)).count);
  expect(counts).toEqual([1, 2, 3, 4]);
  expect(await two.hit(other, MINUTE)).toMatchObject({ count: 1 });
});

test("of many hits at once each gets a number of its own", async () => {
  const [one, two] = [openStore(), openStore()];
  const key = randomUUID();
  const hits = Array.from({ length: 50 }, () => [one.hit(key, MINUTE), two.hit(key, MINUTE)]).flat();
  const counts = (await Promise.all(hits)).map(({ count }) => count);
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test("a hit that is taken back is counted no more, its window stays, and none is opened by it", async () => {
  const store = openStore();
  const [key, other] = [randomUUID(), randomUUID()];
  await store.hit(key, MINUTE);
  const { resetsAt } = await store.hit(key, MINUTE);
  await store.takeBack(key);
  const again = await store.hit(key, MINUTE);
  expect(again.count).toBe(2);
  expect(again.resetsAt).toBeLessThanOrEqual(resetsAt);
  await store.takeBack(other);
  expect(await store.hit(other, MINUTE)).toMatchObject({ count: 1 });
});

test("the first hit opens the window, and later ones don't move its end", async () => {
  const store = openStore();
  const key = randomUUID();
  const ends = [];
  for (let hit = 0; hit < 5; hit += 1) ends.push((await store.hit(key, 500)).resetsAt);
  expect(ends).toEqual(ends.toSorted((a, b) => b - a));
  expect(ends[0]).toBeLessThanOrEqual(500);
  await expect.poll(async () => (await store.hit(key, 500)).count, { interval: 20 }).toBe(1);
});

test("a key without an end gets one", async () => {
  const key = randomUUID();
  const client = createClient({ url: redis.url });
  await client.connect();
  await client.set(`rl:${key}`, "7");
  expect(await openStore().hit(key, MINUTE)).toEqual({ count: 8, resetsAt: MINUTE });
  expect(await client.pTTL(`rl:${key}`)).toBeGreaterThan(0);
  await client.close();
});

test("nothing passes while Redis is away, one line says so, and it finds back", async () => {
  const store = openStore();
  expect(await isCounting(store)).toBe(true);
  await redis.kill();
  for (let hit = 0; hit < 20; hit += 1) await expectRefused(store);
  expect(log().error).toHaveBeenCalledTimes(1);
  await redis.start();
  await expect.poll(() => isCounting(store), { timeout: 5000 }).toBe(true);
  expect(log().info).toHaveBeenCalledTimes(1);
  expect(log().error).toHaveBeenCalledTimes(1);
});

test("a Redis that was never there refuses, and the log tells neither where nor by which password", async () => {
  const store = openStore("redis://ann:hunter2@127.0.0.1:1");
  for (let hit = 0; hit < 5; hit += 1) await expectRefused(store);
  expect(vi.mocked(log().error).mock.calls).toEqual([
    [{ reason: "ECONNREFUSED" }, "the store of rate limits does not answer"],
  ]);
});

test("a wrong password refuses, and the log tells what Redis said of it", async () => {
  const url = new URL(redis.url);
  [url.username, url.password] = ["nobody", "hunter2"];
  const store = openStore(url.href);
  await expectRefused(store);
  expect(vi.mocked(log().error).mock.calls).toEqual([
    [{ reason: "WRONGPASS" }, "the store of rate limits does not answer"],
  ]);
});

test("a Redis that is silent refuses within a second, and answers again on a new connection", async () => {
  const store = openStore();
  expect(await isCounting(store)).toBe(true);
  redis.suspend();
  try {
    await Promise.all([expectRefused(store), expectRefused(store), expectRefused(store)]);
    await expectRefused(store);
  } finally {
    redis.resume();
  }
  await expect.poll(() => isCounting(store), { timeout: 5000 }).toBe(true);
  expect(log().error).toHaveBeenCalledTimes(1);
});
