import { beforeEach, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { expense } from "#tests/helpers/money-rows.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { goLive, waitForRequest, waitUntilTrue } from "#tests/realtime/fake-opening.ts";
import { FakeService, refusal, type PendingRequest } from "#tests/realtime/fake-service.ts";
import { FakeSocket } from "#tests/realtime/fake-socket.ts";
import {
  ANN,
  CREATED_AT,
  BOB_MEMBER,
  comment,
  event,
  STOP_ID,
  stopFields,
  trip,
} from "#tests/realtime/sample-trip.ts";

const TARGET = { kind: "stop" as const, id: STOP_ID };

let clock: FakeClock;
let service: FakeService;
let session: TripSession;

beforeEach(() => {
  clock = new FakeClock();
  service = new FakeService();
  FakeSocket.opened = [];
  session = new TripSession({
    initial: trip(),
    userId: ANN,
    clock,
    WebSocket: FakeSocket,
    call: { fetch: service.fetch },
  });
});

const asked = (path: string, from?: number): Promise<PendingRequest> => waitForRequest(service, path, from);
const live = (seq?: number): Promise<FakeSocket> => goLive(session, service, seq);

function sentTo(path: string): PendingRequest[] {
  return service.sent.filter((sent) => sent.path.startsWith(path));
}

function tickets(): PendingRequest[] {
  return sentTo("/realtime/ticket");
}

function renamed(seq: number): TripEvent {
  return event(seq, { op: "stop.updated", entity: stopFields({ name: `Name ${seq}` }) });
}

/** Returns a comment whose text is its id, unless the overrides say otherwise. */
function saying(id: string, overrides: Partial<CommentDto> = {}): CommentDto {
  return comment({ id, body: id, ...overrides });
}

test("what happened before the room's greeting is asked of the room", async () => {
  const socket = await live(12);
  expect(socket.said).toEqual([JSON.stringify({ type: "since", seq: 10 })]);
  for (const seq of [11, 12]) socket.tell({ type: "event", event: renamed(seq) });
  expect(session.store.seq).toBe(12);
});

test("a gap is asked of the room once, and of the API when the room does not help", async () => {
  const socket = await live();
  for (const seq of [12, 13, 14]) socket.tell({ type: "event", event: renamed(seq) });
  expect(socket.said).toEqual([JSON.stringify({ type: "since", seq: 10 })]);
  await clock.pass(1000);
  const read = await asked("/events");
  expect(read.path).toBe("/events?after=10&limit=500");
  await read.answer(200, { events: [renamed(11)], seq: 14 });
  expect(session.store.seq).toBe(14);
});

test("a room that no longer holds what was missed sends to the API, page by page", async () => {
  const socket = await live(12);
  socket.tell({ type: "behind", seq: 12 });
  await clock.pass(0);
  await (await asked("/events?after=10")).answer(200, { events: [renamed(11)], seq: 12 });
  await (await asked("/events?after=11")).answer(200, { events: [renamed(12)], seq: 12 });
  expect(session.store.seq).toBe(12);
});

test("when the events of an answered write don't come, they are fetched", async () => {
  await live();
  void session.actions.vote(STOP_ID, 1);
  await (
    await asked(`/stops/${STOP_ID}/vote`)
  ).answer(200, { stopId: STOP_ID, memberId: BOB_MEMBER, value: 1 }, 11);
  await clock.pass(999);
  expect(service.sent.filter(({ path }) => path.startsWith("/events"))).toEqual([]);
  await clock.pass(1);
  expect((await asked("/events")).path).toBe("/events?after=10&limit=500");
});

test("without a socket the trip is read from time to time", async () => {
  session.start();
  await (await asked("/realtime/ticket")).lose();
  await clock.pass(25_000);
  await (await asked("/events")).answer(200, { events: [renamed(11)], seq: 11 });
  expect([session.connection, session.store.seq]).toEqual(["connecting", 11]);
});

test("a swallowed ticket request is given up, by itself and sooner when the page wakes", async () => {
  session.start();
  await asked("/realtime/ticket");
  await clock.pass(20_000);
  const passing = expect.poll(() => clock.pass(100).then(() => tickets().length));
  await passing.toBe(2);
  await clock.pass(3000);
  session.wake();
  await waitUntilTrue(() => tickets().length === 3);
});

test("what was asked just now is not given up when the page wakes", async () => {
  const line = new TripRequests({ clock, userId: ANN });
  let given: AbortSignal | undefined;
  void line.ask(({ signal }) => {
    given = signal;
    return new Promise(() => undefined);
  });
  await clock.pass(2999);
  line.giveUp();
  expect(given?.aborted).toBe(false);
  await clock.pass(1);
  line.giveUp();
  expect(given?.aborted).toBe(true);
});

test("swallowed readings of events and threads are given up and made again", async () => {
  session.start();
  void session.threads.load(TARGET);
  void session.reader.read();
  await flushPromises();
  expect([sentTo("/events").length, sentTo("/comments").length]).toEqual([1, 1]);
  await clock.pass(60_000);
  expect(sentTo("/events").length).toBeGreaterThan(1);
  expect(sentTo("/comments").length).toBeGreaterThan(1);
});

test("what is open is told at once, then at most four times a second, and again to a new connection", async () => {
  const socket = await live();
  const said = () => socket.said.map((text) => JSON.parse(text).state.stopId);
  for (let index = 0; index < 60; index++) {
    session.actions.setPresence({ stopId: `stop-${index}`, field: null });
    await clock.pass(33);
  }
  await clock.pass(1000);
  expect([said()[0], said().at(-1)]).toEqual(["stop-0", "stop-59"]);
  expect(said().length).toBeLessThan(11);
  socket.drop();
  await waitUntilTrue(() => tickets().length === 2);
  await tickets()[1]?.answer(200, { url: "ws://room.test/t", ticket: "t2", expiresAt: CREATED_AT });
  await waitUntilTrue(() => FakeSocket.opened.length === 2);
  FakeSocket.opened[1]?.accept(10);
  expect(FakeSocket.opened[1]?.said).toEqual([socket.said.at(-1)]);
});

test("a thread is right whether its reading was overtaken by an event or the other way round", async () => {
  void session.threads.load(TARGET);
  expect(session.threads.view(TARGET)).toEqual({ comments: [], status: "loading" });
  session.store.receive([
    event(11, { op: "comment.created", entity: saying("a") }),
    event(12, { op: "comment.deleted", entity: { id: "b", target: TARGET } }),
    event(13, { op: "comment.updated", entity: saying("c", { body: "older", version: 2 }) }),
  ]);
  const read = [saying("b"), saying("c", { body: "newer", version: 3 }), saying("d")];
  await (await asked("/comments")).answer(200, read);
  await flushPromises();
  expect(session.threads.view(TARGET).comments.map(({ id, body }) => [id, body])).toEqual([
    ["a", "a"],
    ["c", "newer"],
    ["d", "d"],
  ]);
});

test("a thread follows the trip, shows unsent comments, and is read again after a jump", async () => {
  void session.threads.load(TARGET);
  await (await asked("/comments")).answer(200, []);
  session.store.receive([event(11, { op: "comment.created", entity: saying("a") })]);
  void session.actions.addComment(TARGET, "mine", { id: "z" });
  const shown = () => session.threads.view(TARGET).comments.map(({ body }) => body);
  expect(shown()).toEqual(["a", "mine"]);
  expect(session.threads.view(TARGET)).toBe(session.threads.view(TARGET));
  const before = service.sent.length;
  session.store.adopt(trip({ seq: 20 }));
  await (await asked("/comments?", before)).answer(200, [saying("a"), saying("b")]);
  await flushPromises();
  expect(shown()).toEqual(["a", "b", "mine"]);
});

test.each(["expense.shared", "expense.published"] as const)(
  "the thread of an expense that one left and came into again lacked what was said meanwhile (%s)",
  async (op) => {
    const dinner = expense({ private: true });
    const target = { kind: "expense" as const, id: dinner.id };
    session.store.adopt(trip({ seq: 11, expenses: [dinner], expenseCount: 1 }));
    void session.threads.load(target);
    await (await asked("/comments")).answer(200, [saying("a", { target })]);
    await flushPromises();
    session.store.receive([event(12, { op: "expense.withdrawn", entity: { id: dinner.id } })]);
    expect([session.threads.view(target).comments, session.threads.known]).toEqual([[], []]);
    await clock.pass(60_000);
    const before = service.sent.length;
    session.store.receive([
      event(14, { op, entity: { ...dinner, attachments: [] } }),
      { seq: 13, op: "redacted", at: CREATED_AT },
    ]);
    await (await asked("/comments", before)).answer(200, [saying("a", { target }), saying("b", { target })]);
    await flushPromises();
    expect(session.threads.view(target)).toMatchObject({
      status: "ready",
      comments: [{ id: "a" }, { id: "b" }],
    });
  },
);

test("a thread that was being read when its expense came back is read once more", async () => {
  const dinner = expense({ private: true });
  const target = { kind: "expense" as const, id: dinner.id };
  void session.threads.load(target);
  const read = await asked("/comments");
  session.store.receive([
    event(11, { op: "expense.withdrawn", entity: { id: dinner.id } }),
    event(12, { op: "expense.shared", entity: { ...dinner, attachments: [] } }),
  ]);
  const before = service.sent.length;
  await read.answer(200, []);
  await (await asked("/comments", before)).answer(200, [saying("b", { target })]);
  await flushPromises();
  expect(session.threads.view(target).comments).toMatchObject([{ id: "b" }]);
});

test("what was said under an expense stayed where its answer came after the news that one is out of it", async () => {
  const dinner = expense({ private: true });
  const target = { kind: "expense" as const, id: dinner.id };
  void session.threads.load(target);
  const read = await asked("/comments");
  session.store.receive([event(11, { op: "expense.withdrawn", entity: { id: dinner.id } })]);
  const before = service.sent.length;
  await read.answer(200, [saying("a", { target })]);
  await (await asked("/comments", before)).answer(404, refusal("NOT_FOUND"));
  await flushPromises();
  expect([session.threads.view(target).comments, session.threads.known]).toEqual([[], []]);
});

test("a thread that could not be read says so and is tried again", async () => {
  void session.threads.load(TARGET);
  await (await asked("/comments")).answer(503, refusal("UNAVAILABLE"));
  await flushPromises();
  expect(session.threads.view(TARGET)).toEqual({ comments: [], status: "failed" });
  const before = service.sent.length;
  await clock.pass(1000);
  await (await asked("/comments", before)).answer(200, [saying("a")]);
  await flushPromises();
  expect(session.threads.view(TARGET).comments).toHaveLength(1);
});
