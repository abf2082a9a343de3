import { beforeEach, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import type { Notice } from "#lib/client/writes/notices.ts";
import { createTripActions, type TripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import { ANN, DAY_ID, event, stop, stopFields, trip } from "#tests/realtime/sample-trip.ts";

// The service does not compare authors: an own event that the client has not seen causes a conflict as somebody else's
// does.

const IDS = ["f1", "f2", "f3", "f4"].map((end) => `0199b6a0-7c00-7000-8000-0000000000${end}`);
const [A = "", B = "", C = "", NEW = ""] = IDS;
const ROWS = [A, B, C].map((id, index) => stop({ id, name: "ABC"[index] ?? "", position: `a${index}` }));
const SUGGESTION = "0199b6a0-7c00-7000-8000-0000000000e1";
const DECISION = "0199b6a0-7c00-7000-8000-0000000000de";

let clock: FakeClock;
let service: FakeService;
let store: TripStore;
let actions: TripActions;
let notices: Notice[];

beforeEach(() => {
  clock = new FakeClock();
  service = new FakeService();
  notices = [];
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } });
  store = new TripStore(trip({ stops: ROWS }), { userId: ANN, clock, line });
  store.notices.add((notice) => notices.push(notice));
  actions = createTripActions(store, () => undefined);
});

function names(): string {
  return store.trip.stops.map(({ name }) => name).join("");
}

function moved(seq: number, index: number, position: string): TripEvent {
  const entity = stopFields({ ...ROWS[index], version: 2, position });
  const changes: Record<string, [unknown, unknown]> = { position: [`a${index}`, position] };
  return event(seq, { op: "stop.moved", entity, changes, actorId: ANN });
}

function renamed(seq: number, name: string): TripEvent {
  const changes: Record<string, [unknown, unknown]> = { name: ["A", name] };
  return event(seq, { op: "stop.updated", entity: stopFields({ name, version: 2 }), changes, actorId: ANN });
}

async function expectWaiting(): Promise<void> {
  await flushPromises();
  expect([service.sent.length, store.queue.unsent.length]).toEqual([1, 1]);
}

/** Checks that the second request was sent with a base seq that includes this user's own earlier writes. */
async function expectSent(path: string, baseSeq: number): Promise<void> {
  await flushPromises();
  expect(service.sent).toHaveLength(2);
  expect(service.request(1).path).toBe(path);
  expect(service.request(1).headers.get("x-base-seq")).toBe(String(baseSeq));
}

test("a new order waits for the event of a move made just before it", async () => {
  void actions.moveStop(A, { dayId: DAY_ID, afterId: C });
  void actions.orderDay(DAY_ID, [A, C, B]);
  expect(names()).toBe("ACB");
  await flushPromises();
  await service.request(0).answer(200, stop({ ...ROWS[0], version: 2, position: "a3" }), 11);
  await expectWaiting();
  expect(names()).toBe("ACB");
  store.receive([moved(11, 0, "a3")]);
  await expectSent(`/days/${DAY_ID}/order`, 11);
});

test("a new order waits for the event of a stop added just before it", async () => {
  void actions.addStop({ id: NEW, name: "D", dayId: DAY_ID });
  void actions.orderDay(DAY_ID, [NEW, A, B, C]);
  await flushPromises();
  const entity = stopFields({ id: NEW, name: "D", position: "a3" });
  await service.request(0).answer(201, { ...stop(), ...entity }, 11);
  await expectWaiting();
  store.receive([event(11, { op: "stop.created", entity, actorId: ANN })]);
  await expectSent(`/days/${DAY_ID}/order`, 11);
  expect(names()).toBe("DABC");
});

test("a new order waits for all events of the order before it", async () => {
  void actions.orderDay(DAY_ID, [C, B, A]);
  void actions.orderDay(DAY_ID, [A, C, B]);
  await flushPromises();
  await service.request(0).answer(200, [], 12);
  store.receive([moved(11, 1, "a3")]);
  await expectWaiting();
  store.receive([moved(12, 0, "a4")]);
  await expectSent(`/days/${DAY_ID}/order`, 12);
});

test.each([
  ["undo", () => actions.undo(7), { events: [] }],
  ["an accepted suggestion", () => actions.acceptSuggestion(SUGGESTION), {}],
  ["a closed decision", () => actions.closeDecision(DECISION, A), {}],
  ["a change of currency", () => actions.updateTrip({ currency: "EUR" }), trip()],
  ["a new order", () => actions.orderDay(DAY_ID, [C, B, A]), []],
])("an edit waits for the events of %s, which may be of its row", async (_what, first, answer) => {
  void first();
  void actions.updateStop(A, { name: "Mine" });
  await flushPromises();
  await service.request(0).answer(200, answer, 12);
  store.receive([renamed(11, "Back")]);
  await expectWaiting();
  store.receive([moved(12, 0, "a5")]);
  await expectSent(`/stops/${A}`, 12);
});

test("what somebody else did in between still stands in the way", async () => {
  void actions.moveStop(A, { dayId: DAY_ID, afterId: C });
  void actions.orderDay(DAY_ID, [A, C, B]);
  await flushPromises();
  await service.request(0).answer(200, stop({ ...ROWS[0], version: 2, position: "a3" }), 12);
  const theirs = stopFields({ ...ROWS[1], version: 2, position: "Zz" });
  const changes: Record<string, [unknown, unknown]> = { position: ["a1", "Zz"] };
  store.receive([event(11, { op: "stop.moved", entity: theirs, changes }), moved(12, 0, "a3")]);
  await expectSent(`/days/${DAY_ID}/order`, 10);
});

test("an edit of another row, and what rests on nothing, wait for no event", async () => {
  void actions.updateStop(A, { name: "Mine" });
  void actions.updateStop(B, { name: "Mine too" });
  void actions.undo(7);
  void actions.vote(A, 1);
  await flushPromises();
  await service.request(0).answer(200, stop({ name: "Mine" }), 11);
  await service.request(1).answer(200, stop({ id: B, name: "Mine too" }), 12);
  await service.request(2).answer(200, { events: [] }, 13);
  expect(service.request(3).path).toBe(`/stops/${A}/vote`);
});

test("what is refused, or makes no event, holds up nothing", async () => {
  void actions.moveStop(A, { dayId: DAY_ID, afterId: C }).catch(() => undefined);
  void actions.orderDay(DAY_ID, [B, A, C]);
  void actions.undo(7);
  void actions.updateStop(A, { name: "Mine" });
  await flushPromises();
  await service.request(0).answer(422, refusal("LIMIT_REACHED"));
  expect(notices).toMatchObject([{ kind: "refused", write: { action: "moveStop" } }]);
  // The day already has the requested order, so no new event was written and the seq is an older one.
  await service.request(1).answer(200, [], 10);
  // The answer of the undo has no seq.
  await service.request(2).answer(200, { events: [] });
  await service.request(3).answer(200, stop({ name: "Mine" }), 11);
  expect(service.sent.map(({ path }) => path)).toEqual([
    `/stops/${A}/move`,
    `/days/${DAY_ID}/order`,
    "/events/7/undo",
    `/stops/${A}`,
  ]);
  expect(store.queue.unsent).toEqual([]);
});

test("where nothing was written and events of others are on their way, they let it go", async () => {
  void actions.orderDay(DAY_ID, [A, B, C]);
  void actions.orderDay(DAY_ID, [C, B, A]);
  await flushPromises();
  await service.request(0).answer(200, [], 11);
  await expectWaiting();
  expect(store.knownSeq).toBe(11);
  store.receive([event(11, { op: "stop.updated", entity: stopFields({ notes: "n" }) })]);
  await expectSent(`/days/${DAY_ID}/order`, 11);
});

test("a snapshot that has what was written lets go what waits for it", async () => {
  void actions.moveStop(A, { dayId: DAY_ID, afterId: C });
  void actions.orderDay(DAY_ID, [A, C, B]);
  await flushPromises();
  await service.request(0).answer(200, stop({ ...ROWS[0], version: 2, position: "a3" }), 11);
  await expectWaiting();
  store.adopt(trip({ seq: 11, stops: ROWS }));
  await flushPromises();
  expect(service.request(1).path).toBe(`/days/${DAY_ID}/order`);
});
