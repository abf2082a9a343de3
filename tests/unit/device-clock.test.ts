import { afterEach, beforeEach, expect, test, vi } from "vitest";

const DEVICE = Date.parse("2027-04-05T10:00:00Z");
const HOUR = 3_600_000;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: DEVICE, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function freshClock() {
  const { deviceClock } = await import("#lib/client/base/device-clock.ts");
  let told = 0;
  deviceClock.changes.add(() => (told += 1));
  const learn = (ms: number) => deviceClock.learn(new Date(DEVICE + ms).toUTCString());
  return { deviceClock, learn, told: () => told };
}

test.each([
  ["a day behind", 24 * HOUR],
  ["three hours ahead", -3 * HOUR],
])("a clock that is %s is put right, and told of once", async (_, off) => {
  const { deviceClock, learn, told } = await freshClock();
  learn(off);
  learn(off + 1000);
  learn(off - 1000);
  expect(deviceClock.now().getTime()).toBe(DEVICE + off);
  expect([deviceClock.behindMs, told()]).toEqual([off, 1]);
});

test("what a network takes is no fault of the clock", async () => {
  const { deviceClock, learn, told } = await freshClock();
  for (const seconds of [0, -40, 90]) learn(seconds * 1000);
  deviceClock.learn(null);
  deviceClock.learn("yesterday");
  expect([deviceClock.behindMs, told()]).toEqual([0, 0]);
});

test("an answer that was kept since long ago says nothing of the clock", async () => {
  const { deviceClock, learn } = await freshClock();
  learn(0);
  learn(-48 * HOUR);
  expect(deviceClock.behindMs).toBe(0);
});

test("a clock that was wrong and is put right by its owner is gone by again", async () => {
  const { deviceClock, learn, told } = await freshClock();
  learn(5 * HOUR);
  for (let answers = 0; answers < 12; answers += 1) learn(0);
  expect([deviceClock.behindMs, told()]).toEqual([0, 2]);
});
