import { beforeEach, expect, test } from "vitest";
import { LegRequests } from "#app/trips/[tripId]/_base/legs/leg-requests.ts";
import { FakeClock } from "#tests/realtime/fake-clock.ts";

const HOUR_MS = 3_600_000;

let clock: FakeClock;
let asked: string[];
/** How the service answers: the routes are not ready, they are, or the service cannot be reached. */
let answer: "late" | "told" | "gone";
let questions: LegRequests;
let gate: Promise<void>;

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  answer = "late";
  gate = Promise.resolve();
  questions = new LegRequests({
    clock,
    ask: async (dayId, signal) => {
      asked.push(dayId);
      await gate;
      signal.throwIfAborted();
      if (answer === "gone") throw new Error("No connection.");
      return { isPending: answer === "late" };
    },
  });
});

test("a day is asked about once as long as its ways are the same, and not at all without any", async () => {
  answer = "told";
  for (let round = 0; round < 3; round += 1) {
    const asking = questions.want([
      ["mon", "a b"],
      ["tue", ""],
    ]);
    await clock.pass(HOUR_MS);
    asking.again();
    asking.end();
  }
  expect(asked).toEqual(["mon"]);
  questions.want([["mon", "b a"]]);
  await clock.pass(HOUR_MS);
  expect(asked).toEqual(["mon", "mon"]);
});

test("several changes in a row are asked about once", async () => {
  for (const keys of ["a", "b", "c"]) {
    const asking = questions.want([["mon", keys]]);
    await clock.pass(500);
    asking.end();
  }
  expect(asked).toEqual([]);
});

test.each(["late", "gone"] as const)("what is %s is asked for again a few times, ever later", async (how) => {
  answer = how;
  const began = clock.now();
  const times: number[] = [];
  questions = new LegRequests({
    clock,
    ask: async () => {
      times.push(clock.now() - began);
      if (answer === "gone") throw new Error("No connection.");
      return { isPending: true };
    },
  });
  questions.want([["mon", "a"]]);
  await clock.pass(24 * HOUR_MS);
  expect(times).toEqual([600, 8600, 43_600, 163_600]);
  expect(clock.waiting).toBe(0);
});

test("once it is told, there is no more to ask", async () => {
  questions.want([["mon", "a"]]);
  await clock.pass(600);
  answer = "told";
  await clock.pass(HOUR_MS);
  expect(asked).toHaveLength(2);
});

test("a connection that comes back asks at once, and has its own few times", async () => {
  const asking = questions.want([
    ["mon", "a"],
    ["tue", "b"],
  ]);
  await clock.pass(HOUR_MS);
  expect(asked).toHaveLength(8);
  asking.again();
  await clock.pass(0);
  expect(asked.slice(8)).toEqual(["mon", "tue"]);
  await clock.pass(HOUR_MS);
  expect(asked).toHaveLength(16);
});

test("other changes of the page don't make it ask more often, a new look at the day does", async () => {
  let asking = questions.want([["mon", "a"]]);
  await clock.pass(HOUR_MS);
  asking.end();
  asking = questions.want([
    ["mon", "a"],
    ["tue", ""],
  ]);
  await clock.pass(HOUR_MS);
  expect(asked).toHaveLength(4);
  asking.end();
  questions.want([["tue", ""]]).end();
  questions.want([["mon", "a"]]);
  await clock.pass(HOUR_MS);
  expect(asked).toHaveLength(7);
});

test("what is broken off on its way is asked for anew, and its late answer says nothing", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const asking = questions.want([["mon", "a"]]);
  await clock.pass(600);
  expect(asked).toHaveLength(1);
  asking.end();
  answer = "told";
  questions.want([["mon", "a"]]);
  resolve();
  await clock.pass(HOUR_MS);
  expect(asked).toHaveLength(2);
});
