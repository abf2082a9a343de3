import { beforeEach, expect, test } from "vitest";
import { MAX_SESSIONS } from "#lib/shared/protocol.ts";
import { SessionWatch } from "#party/session-watch.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";

const MINUTE = 60_000;

let clock: FakeClock;
let present: string[];
let questions: { sessionIds: string[]; told: PromiseWithResolvers<string[]> }[];
let dismissed: string[];
let watch: SessionWatch;

beforeEach(() => {
  clock = new FakeClock();
  [present, questions, dismissed] = [["phone", "laptop"], [], []];
  watch = new SessionWatch({
    clock,
    everyMs: MINUTE,
    present: () => present,
    askEnded(sessionIds) {
      const told = Promise.withResolvers<string[]>();
      questions.push({ sessionIds, told });
      return told.promise;
    },
    async dismiss(sessionId) {
      dismissed.push(sessionId);
    },
  });
});

async function answer(ended: string[] | null): Promise<void> {
  const question = questions.at(-1);
  if (ended) question?.told.resolve(ended);
  else question?.told.reject(new Error("away"));
  await flushPromises();
}

test("asks once a minute of each session that is here, and dismisses those that have ended", async () => {
  present = ["phone", "laptop", "phone"];
  watch.begin();
  watch.begin();
  await clock.pass(MINUTE - 1);
  expect(questions).toEqual([]);
  await clock.pass(1);
  expect(questions.map(({ sessionIds }) => sessionIds)).toEqual([["phone", "laptop"]]);
  await answer(["laptop"]);
  expect(dismissed).toEqual(["laptop"]);
  present = ["phone"];
  await clock.pass(MINUTE);
  expect(questions.map(({ sessionIds }) => sessionIds).slice(1)).toEqual([["phone"]]);
});

test("dismisses nobody while the service does not answer, nor whom it did not ask of", async () => {
  watch.begin();
  await clock.pass(MINUTE);
  await clock.pass(10 * MINUTE);
  expect(questions).toHaveLength(1);
  await answer(null);
  expect(dismissed).toEqual([]);
  await clock.pass(MINUTE);
  expect(questions).toHaveLength(2);
  await answer(["tablet"]);
  expect(dismissed).toEqual([]);
});

test("asks of a crowd in pieces that the service takes, one after the other", async () => {
  present = Array.from({ length: MAX_SESSIONS + 1 }, (_, index) => `session ${index}`);
  watch.begin();
  await clock.pass(MINUTE);
  expect(questions.map(({ sessionIds }) => sessionIds.length)).toEqual([MAX_SESSIONS]);
  await answer([]);
  expect(questions.map(({ sessionIds }) => sessionIds.length)).toEqual([MAX_SESSIONS, 1]);
  const last = `session ${MAX_SESSIONS}`;
  await answer([last]);
  expect(dismissed).toEqual([last]);
});

test("neither asks nor waits while nobody is here", async () => {
  expect(clock.waiting).toBe(0);
  watch.begin();
  watch.end();
  expect(clock.waiting).toBe(0);
  watch.begin();
  await clock.pass(MINUTE);
  watch.end();
  await answer(["phone"]);
  expect(clock.waiting).toBe(0);
  expect(questions).toHaveLength(1);
});

test("asks as often as ever when everybody left and others came while it asked", async () => {
  watch.begin();
  await clock.pass(MINUTE);
  watch.end();
  watch.begin();
  await answer([]);
  expect(clock.waiting).toBe(1);
});
