import { beforeEach, expect, test } from "vitest";
import { CLOSE_CODES } from "#lib/shared/handshake.ts";
import type { RoomEvent, RoomHistory, SocketIdentity } from "#lib/shared/protocol.ts";
import { RoomState } from "#party/room-state.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { RoomClient } from "#tests/realtime/room-client.ts";
import { ANN, BOB, BOB_MEMBER, comment, event, STOP_ID, stopFields } from "#tests/realtime/sample-trip.ts";

const CARL = "0199b6a0-7c00-7000-8000-00000000000c";

let clock: FakeClock;
let log: RoomEvent[];
let isApiAway: boolean;
let questions: (number | null)[];
let room: RoomState;

beforeEach(() => {
  clock = new FakeClock();
  log = [1, 2, 3].map((seq) => renamed(seq));
  isApiAway = false;
  questions = [];
  room = new RoomState({ clock, readHistory });
});

async function readHistory(after: number | null): Promise<RoomHistory> {
  questions.push(after);
  if (isApiAway) throw new Error("away");
  const events = log.filter((entry) => entry.event.seq > (after ?? 0));
  return { seq: log.at(-1)?.event.seq ?? 0, events };
}

function renamed(seq: number, visibleTo: string[] | null = null): RoomEvent {
  return {
    event: event(seq, { op: "stop.updated", entity: stopFields({ name: `Name ${seq}` }) }),
    visibleTo,
  };
}

/** Adds events that are committed but have not reached the room yet. */
function written(...events: RoomEvent[]): void {
  log.push(...events);
}

async function joined(userId: string, overrides: Partial<SocketIdentity> = {}): Promise<RoomClient> {
  const client = new RoomClient(room, userId, overrides);
  room.join(client, client.identity);
  await clock.pass(0);
  return client;
}

function publish(...events: RoomEvent[]): void {
  room.obey({ type: "publish", events });
}

test("a cold room asks once where its trip stands, and then greets everyone who came", async () => {
  const [ann, bob] = await Promise.all([joined(ANN), joined(BOB)]);
  expect(questions).toEqual([null]);
  expect(ann.said).toEqual(["hello 3"]);
  expect(bob.said).toEqual(["hello 3"]);
});

test("while the API is away nobody is greeted, and what is published meanwhile is not lost", async () => {
  isApiAway = true;
  const ann = await joined(ANN);
  written(renamed(4));
  publish(renamed(4));
  await clock.pass(1000);
  expect(ann.said).toEqual([]);
  isApiAway = false;
  log = log.slice(0, 3);
  await clock.pass(10_000);
  expect(ann.said).toEqual(["hello 3", "4 stop.updated"]);
});

test("a room that nobody is in asks nothing and keeps nothing", async () => {
  publish(renamed(4));
  await clock.pass(60_000);
  expect(questions).toEqual([]);
  expect(room.isListening).toBe(false);
});

test("what is published while the log is being read counts, also when nobody is left by then", async () => {
  const ann = new RoomClient(room, ANN);
  room.join(ann, ann.identity);
  room.leave(ann);
  publish(renamed(4));
  expect(room.isListening).toBe(true);
  await clock.pass(1000);
  expect((await joined(BOB)).said).toEqual(["hello 4"]);
});

test("someone who left is sent to ask whether they may be here, by the event itself", async () => {
  const [ann, bob] = await Promise.all([joined(ANN), joined(BOB)]);
  const revision = { version: 2, updatedAt: "2026-11-21T12:00:00.000Z" };
  const entity = {
    id: BOB_MEMBER,
    userId: BOB,
    hasAccount: true,
    name: "Bob",
    image: null,
    role: "editor",
    ...revision,
  } as const;
  const left = event(4, { op: "member.left", entity: { ...entity, leftAt: revision.updatedAt } });
  publish({ event: left, visibleTo: null });
  expect(ann.closed).toBeNull();
  expect(bob.closed).toMatchObject({ code: CLOSE_CODES.roleChanged });
});

test("events are passed on once and in order, however they come", async () => {
  const ann = await joined(ANN);
  publish(renamed(5), renamed(4));
  publish(renamed(4), renamed(5));
  publish(renamed(6));
  expect(ann.said).toEqual(["hello 3", "4 stop.updated", "5 stop.updated", "6 stop.updated"]);
  await clock.pass(1000);
  expect(questions).toEqual([null]);
});

test("a gap that closes by itself costs no question", async () => {
  const ann = await joined(ANN);
  publish(renamed(5));
  await clock.pass(20);
  publish(renamed(4));
  await clock.pass(1000);
  expect(ann.said).toEqual(["hello 3", "4 stop.updated", "5 stop.updated"]);
  expect(questions).toEqual([null]);
});

test("a gap is filled by one question for all clients, asked again while the API is away", async () => {
  const clients = await Promise.all([joined(ANN), joined(BOB), joined(CARL)]);
  written(renamed(4), renamed(5));
  isApiAway = true;
  publish(renamed(5));
  await clock.pass(500);
  const failed = questions.length - 1;
  expect(failed).toBeGreaterThan(1);
  isApiAway = false;
  await clock.pass(10_000);
  expect(questions).toHaveLength(failed + 2);
  for (const client of clients) expect(client.said).toEqual(["hello 3", "4 stop.updated", "5 stop.updated"]);
});

test("who was away gets what they missed; who was away for longer is sent to the API", async () => {
  const ann = await joined(ANN);
  for (let seq = 4; seq <= 600; seq++) publish(renamed(seq));
  const bob = await joined(BOB);
  room.hear(bob, JSON.stringify({ type: "since", seq: 598 }));
  room.hear(bob, JSON.stringify({ type: "since", seq: 2 }));
  room.hear(bob, JSON.stringify({ type: "since", seq: 600 }));
  expect(bob.said).toEqual(["hello 600", "599 stop.updated", "600 stop.updated", "behind 600"]);
  expect(ann.said).toHaveLength(598);
});

test("what someone may not see reaches them as a number only, live and in replays", async () => {
  const [ann, bob] = await Promise.all([joined(ANN), joined(BOB)]);
  publish(renamed(4, [ANN]));
  room.hear(bob, JSON.stringify({ type: "since", seq: 3 }));
  expect(ann.said).toEqual(["hello 3", "4 stop.updated"]);
  expect(bob.said).toEqual(["hello 3", "4 redacted", "4 redacted"]);
  expect(JSON.stringify(bob.heard)).not.toContain("Name 4");
});

test("what a deleted comment said is not replayed", async () => {
  await joined(ANN);
  const entity = comment({ body: "a secret" });
  const { id, target } = entity;
  const changes = { body: ["an older secret", "a secret"] as [unknown, unknown] };
  publish({ event: event(4, { op: "comment.created", entity }), visibleTo: null });
  publish({ event: event(5, { op: "comment.updated", entity, changes }), visibleTo: null });
  publish({ event: event(6, { op: "comment.deleted", entity: { id, target } }), visibleTo: null });
  const bob = await joined(BOB);
  room.hear(bob, JSON.stringify({ type: "since", seq: 3 }));
  expect(bob.said).toEqual(["hello 6", "4 comment.created", "5 comment.updated", "6 comment.deleted"]);
  expect(JSON.stringify(bob.heard)).not.toContain("secret");
});

test("a person is present once, however many windows, and does what their last word says", async () => {
  const ann = await joined(ANN);
  const first = await joined(BOB);
  const second = await joined(BOB);
  room.hear(first, JSON.stringify({ type: "presence", state: { stopId: STOP_ID, field: "notes" } }));
  await clock.pass(1000);
  expect(ann.present).toEqual(["a", `b at ${STOP_ID}`]);
  room.leave(first);
  await clock.pass(1000);
  expect(ann.present).toEqual(["a", "b"]);
  room.leave(second);
  await clock.pass(1000);
  expect(ann.present).toEqual(["a"]);
});

test("whoever changes their name is present under the new one", async () => {
  const ann = await joined(ANN);
  await joined(BOB);
  const at = "2026-11-01T00:00:00.000Z";
  const row = {
    id: BOB_MEMBER,
    userId: BOB,
    hasAccount: true,
    role: "editor" as const,
    leftAt: null,
    version: 2,
    updatedAt: at,
  };
  const renaming = event(4, { op: "member.updated", entity: { ...row, name: "Robert", image: null } });
  publish({ event: renaming, visibleTo: null });
  await clock.pass(1000);
  expect(ann.present).toEqual(["a", "Robert"]);
});

test("guests look on without being shown", async () => {
  const ann = await joined(ANN);
  const guest = await joined(BOB, { role: "guest" });
  room.hear(guest, JSON.stringify({ type: "presence", state: { stopId: STOP_ID, field: null } }));
  await clock.pass(1000);
  expect(ann.present).toEqual(["a"]);
  expect(guest.present).toEqual(["a"]);
});

test("presence that changes often is told a few times a second, and its last state always", async () => {
  const ann = await joined(ANN);
  const bob = await joined(BOB);
  await clock.pass(1000);
  const before = ann.heard.length;
  for (let turn = 0; turn < 40; turn++) {
    const stopId = turn % 2 === 0 ? STOP_ID : null;
    room.hear(bob, JSON.stringify({ type: "presence", state: { stopId, field: null } }));
    await clock.pass(10);
  }
  await clock.pass(1000);
  expect(ann.heard.length - before).toBeLessThan(6);
  expect(ann.present).toEqual(["a", "b"]);
});

test("the API closes a person's sockets, a session's, or all of them, and says why first", async () => {
  const ann = await joined(ANN);
  const phone = await joined(BOB, { sessionId: CARL });
  const laptop = await joined(BOB);
  const close = { type: "close" as const, code: 4003, reason: "You signed out." };
  room.obey({ ...close, userId: null, sessionId: CARL });
  expect([ann, phone, laptop].map(({ closed }) => closed?.code)).toEqual([undefined, 4003, undefined]);
  expect(phone.heard.at(-1)).toEqual({ type: "close", code: 4003, reason: "You signed out." });
  room.obey({ ...close, userId: BOB, sessionId: null });
  expect(laptop.closed?.code).toBe(4003);
  room.obey({ ...close, userId: null, sessionId: null });
  expect(ann.closed?.code).toBe(4003);
  publish(renamed(4));
  expect([ann, phone, laptop].every(({ said }) => said.at(-1) === "close")).toBe(true);
});

test.each([
  ["no JSON", "{"],
  ["an unknown message", JSON.stringify({ type: "write" })],
  ["a message with more than it should have", JSON.stringify({ type: "ping", more: 1 })],
  ["a message that is too long", JSON.stringify({ type: "ping" }).padEnd(3000)],
])("%s ends the connection", async (_what, text) => {
  const ann = await joined(ANN);
  room.hear(ann, text);
  expect(ann.closed?.code).toBe(4008);
});

test("a flood of messages ends the connection, a steady trickle does not", async () => {
  const [ann, bob] = await Promise.all([joined(ANN), joined(BOB)]);
  for (let turn = 0; turn < 100; turn++) {
    room.hear(ann, JSON.stringify({ type: "ping" }));
    await clock.pass(150);
  }
  for (let turn = 0; turn < 100; turn++) room.hear(bob, JSON.stringify({ type: "ping" }));
  expect(ann.closed).toBeNull();
  expect(bob.closed?.code).toBe(4008);
});

test("nothing waits for its time when nothing is to be done", async () => {
  const ann = await joined(ANN);
  publish(renamed(4));
  await clock.pass(1000);
  room.leave(ann);
  await clock.pass(1000);
  await flushPromises();
  expect(clock.waiting).toBe(0);
});
