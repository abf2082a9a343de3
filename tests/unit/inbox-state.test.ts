import { beforeEach, expect, test } from "vitest";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import type { InboxCommand, InboxMessage, InboxState } from "#lib/shared/protocol.ts";
import { InboxRoomState } from "#party/inbox-state.ts";
import { FakeClock } from "#tests/realtime/fake-clock.ts";
import { ANN, STOP_ID, TRIP_ID } from "#tests/realtime/sample-trip.ts";

/** Ids that stand for two sessions of one person. */
const [PHONE, LAPTOP] = [STOP_ID, TRIP_ID];

let clock: FakeClock;
let room: InboxRoomState;
let questions: PromiseWithResolvers<InboxState>[];

beforeEach(() => {
  clock = new FakeClock();
  questions = [];
  room = new InboxRoomState({
    clock,
    readState() {
      const question = Promise.withResolvers<InboxState>();
      questions.push(question);
      return question.promise;
    },
  });
});

async function enter(sessionId = PHONE) {
  const heard: InboxMessage[] = [];
  const window = {
    heard,
    send: (text: string) => void heard.push(JSON.parse(text)),
    close: () => room.leave(window),
  };
  room.join(window, { userId: ANN, sessionId });
  await clock.pass(0);
  return window;
}

async function answer(state: InboxState | null): Promise<void> {
  const question = questions.at(-1);
  if (state) question?.resolve(state);
  else question?.reject(new Error("away"));
  await clock.pass(0);
}

function told(seq: number, unread: number): InboxCommand {
  return { type: "notified", seq, unread };
}

const hello = { type: "hello", protocol: 1 };

test("asks once for all who come, and greets each with where the inbox stands", async () => {
  const windows = [await enter(), await enter(LAPTOP)];
  await answer({ seq: 3, unread: 2 });
  expect(questions).toHaveLength(1);
  for (const { heard } of windows) expect(heard).toEqual([{ ...hello, seq: 3, unread: 2 }]);
  expect((await enter()).heard).toEqual([{ ...hello, seq: 3, unread: 2 }]);
  expect(questions).toHaveLength(1);
});

test("passes on what is newer, and drops what is older", async () => {
  const { heard } = await enter();
  await answer({ seq: 3, unread: 2 });
  room.obey(told(5, 4));
  room.obey(told(4, 3));
  expect(heard.slice(1)).toEqual([{ type: "notified", seq: 5, unread: 4 }]);
  expect((await enter()).heard).toEqual([{ ...hello, seq: 5, unread: 4 }]);
});

test("what it is told while it asks goes before an older answer", async () => {
  const { heard } = await enter();
  room.obey(told(4, 3));
  await answer({ seq: 3, unread: 2 });
  expect(heard).toEqual([{ ...hello, seq: 4, unread: 3 }]);
});

test("asks again while the API is away, and no longer once everyone has left", async () => {
  const window = await enter();
  await answer(null);
  await clock.pass(20_000);
  expect(questions).toHaveLength(2);
  await answer({ seq: 1, unread: 1 });
  expect(window.heard).toEqual([{ ...hello, seq: 1, unread: 1 }]);
  room.leave(window);
  const other = await enter();
  expect(questions).toHaveLength(3);
  room.leave(other);
  await answer(null);
  await clock.pass(60_000);
  expect(questions).toHaveLength(3);
});

test("says that nobody listens, and then asks whoever comes next", async () => {
  expect(room.isListening).toBe(false);
  const window = await enter();
  await answer({ seq: 3, unread: 2 });
  expect(room.isListening).toBe(true);
  room.leave(window);
  expect(room.isListening).toBe(false);
  room.obey(told(9, 9));
  const again = await enter();
  await answer({ seq: 9, unread: 8 });
  expect(again.heard).toEqual([{ ...hello, seq: 9, unread: 8 }]);
});

test("closes the windows of one session, or all", async () => {
  const [phone, laptop] = [await enter(PHONE), await enter(LAPTOP)];
  await answer({ seq: 1, unread: 0 });
  const close = { type: "close", code: CLOSE_CODES.cutOff, reason: "You signed out.", userId: null } as const;
  room.obey({ ...close, sessionId: PHONE });
  expect(phone.heard.at(-1)).toMatchObject({ type: "close", code: CLOSE_CODES.cutOff });
  expect(laptop.heard.at(-1)).toMatchObject({ type: "hello" });
  room.obey({ ...close, userId: ANN, sessionId: null });
  expect(laptop.heard.at(-1)).toMatchObject({ type: "close", code: CLOSE_CODES.cutOff });
  expect(room.isListening).toBe(false);
});

test("answers pings, and sends away who says anything else or too much", async () => {
  const [polite, odd, loud] = [await enter(), await enter(), await enter()];
  await answer({ seq: 1, unread: 0 });
  room.hear(polite, '{"type":"ping"}');
  expect(polite.heard.at(-1)).toEqual({ type: "pong" });
  room.hear(odd, '{"type":"since","seq":1}');
  expect(odd.heard.at(-1)).toMatchObject({ type: "close", code: CLOSE_CODES.misbehaved });
  for (let i = 0; i < 200; i++) room.hear(loud, '{"type":"ping"}');
  expect(loud.heard.at(-1)).toMatchObject({ type: "close", code: CLOSE_CODES.misbehaved });
});
