import { beforeEach, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import type { Notice } from "#lib/client/writes/notices.ts";
import { createTripActions, type TripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import {
  ANN,
  CREATED_AT,
  BOB_MEMBER,
  comment,
  DAY_ID,
  event,
  STOP_ID,
  stop,
  stopFields,
  trip,
} from "#tests/realtime/sample-trip.ts";

const OTHER = "0199b6a0-7c00-7000-8000-0000000000f2";

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
  store = new TripStore(trip(), { userId: ANN, clock, line });
  store.notices.add((notice) => notices.push(notice));
  actions = createTripActions(store, () => undefined);
});

function mine(seq: number, change: Parameters<typeof event>[1]): TripEvent {
  return event(seq, { ...change, actorId: ANN });
}

function rename(seq: number): TripEvent {
  return event(seq, { op: "stop.updated", entity: stopFields({ name: `Name ${seq}` }) });
}

function names(): string[] {
  return store.trip.stops.map(({ name }) => name);
}

test("events are applied strictly in order, each once, however they come", () => {
  store.receive([rename(13), rename(12)]);
  expect([store.seq, store.knownSeq, names()]).toEqual([10, 13, ["Kiyomizu-dera"]]);
  store.receive([rename(11), rename(11)]);
  store.receive([rename(12)]);
  expect([store.seq, store.knownSeq, names()]).toEqual([13, 13, ["Name 13"]]);
});

test("a write shows at once, stays through its answer, and gives way to its event", async () => {
  const shown: string[][] = [];
  store.changes.add(() => shown.push(names()));
  const saved = actions.updateStop(STOP_ID, { name: "Mine" });
  expect([names(), store.queue.state]).toEqual([["Mine"], "saving"]);
  await flushPromises();
  expect(service.request(0)).toMatchObject({
    method: "PATCH",
    path: `/stops/${STOP_ID}`,
    body: { name: "Mine" },
  });
  expect(service.request(0).headers.get("x-base-seq")).toBe("10");
  await service.request(0).answer(200, stop({ name: "Mine", version: 2 }), 11);
  expect(await saved).toEqual({ data: stop({ name: "Mine", version: 2 }), seq: 11 });
  expect([store.queue.state, store.seq, store.knownSeq]).toEqual(["saved", 10, 11]);
  store.receive([mine(11, { op: "stop.updated", entity: stopFields({ name: "Mine", version: 2 }) })]);
  expect(store.queue.items).toEqual([]);
  expect(new Set(shown.flat())).toEqual(new Set(["Mine"]));
  expect(store.trip).toBe(store.confirmed);
});

test("an event that comes before its answer is not counted twice", async () => {
  const target = { kind: "stop" as const, id: STOP_ID };
  void actions.addComment(target, "Hello", { id: OTHER });
  expect(store.trip.stops[0]?.commentCount).toBe(1);
  await flushPromises();
  const written = comment({ id: OTHER });
  store.receive([mine(11, { op: "comment.created", entity: written })]);
  expect(store.trip.stops[0]?.commentCount).toBe(1);
  await service.request(0).answer(201, written, 11);
  expect(store.trip.stops[0]?.commentCount).toBe(1);
  expect(store.queue.items).toEqual([]);
});

test("what a deleted comment said leaves the newest lines of the history", () => {
  const entity = comment({ id: OTHER, body: "a secret" });
  store.receive([event(11, { op: "comment.created", entity })]);
  expect(JSON.stringify(store.recent)).toContain("a secret");
  store.receive([event(12, { op: "comment.deleted", entity: { id: OTHER, target: entity.target } })]);
  expect(JSON.stringify(store.recent)).not.toContain("a secret");
});

test("a stop that someone deletes before its creator is answered does not come back", async () => {
  void actions.addStop({ id: OTHER, name: "New", dayId: DAY_ID });
  await flushPromises();
  const entity = stopFields({ id: OTHER, name: "New", position: "a1" });
  store.receive([
    mine(11, { op: "stop.created", entity }),
    event(12, { op: "stop.deleted", entity: { id: OTHER } }),
  ]);
  expect(names()).toEqual(["Kiyomizu-dera"]);
  await service.request(0).answer(201, { ...stop(), ...entity }, 11);
  expect(names()).toEqual(["Kiyomizu-dera"]);
});

test("writes go one after the other, and later ones build on what earlier ones show", async () => {
  void actions.addStop({ id: OTHER, name: "New", dayId: DAY_ID });
  void actions.vote(OTHER, 1);
  void actions.moveStop(STOP_ID, { dayId: DAY_ID, afterId: OTHER });
  await flushPromises();
  expect(names()).toEqual(["New", "Kiyomizu-dera"]);
  expect(store.trip.stops[0]?.votes).toHaveLength(1);
  expect(service.sent).toHaveLength(1);
  await service.request(0).answer(201, stop({ id: OTHER, name: "New", position: "a1" }), 11);
  expect(names()).toEqual(["New", "Kiyomizu-dera"]);
  expect(service.sent.map(({ path }) => path)).toEqual(["/stops", `/stops/${OTHER}/vote`]);
});

test("without an answer a write is sent again under its own key until there is one", async () => {
  const saved = actions.vote(STOP_ID, 1);
  await flushPromises();
  await service.request(0).lose();
  expect([store.queue.state, store.trip.stops[0]?.votes.length]).toEqual(["waiting", 1]);
  await clock.pass(1000);
  await service.request(1).answer(503, refusal("UNAVAILABLE"));
  await clock.pass(5000);
  await service.request(2).answer(429, refusal("RATE_LIMITED"));
  await clock.pass(10_000);
  await service
    .request(3)
    .answer(200, { stopId: STOP_ID, memberId: BOB_MEMBER, value: 1, updatedAt: CREATED_AT }, 11);
  expect((await saved).seq).toBe(11);
  expect(service.sent).toHaveLength(4);
  expect(new Set(service.sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

test("a request that is swallowed is given up and sent again", async () => {
  void actions.vote(STOP_ID, 1);
  await clock.pass(19_000);
  expect(service.sent).toHaveLength(1);
  await clock.pass(2000);
  expect(service.sent).toHaveLength(2);
});

test.each([403, 404, 413])("a %i that is not the service's own is no refusal", async (status) => {
  void actions.vote(STOP_ID, 1);
  await flushPromises();
  await service.request(0).answer(status, "<html>Welcome to the hotel's network</html>");
  expect([notices, store.queue.state]).toEqual([[], "waiting"]);
  await clock.pass(1000);
  await service.request(1).answer(status, { code: "1020", message: "Access denied" });
  await clock.pass(1000);
  await service
    .request(2)
    .answer(200, { stopId: STOP_ID, memberId: BOB_MEMBER, value: 1, updatedAt: CREATED_AT }, 11);
  expect([notices, store.queue.state]).toEqual([[], "saved"]);
});

test("when the connection is back the wait ends", async () => {
  void actions.vote(STOP_ID, 1);
  await flushPromises();
  await service.request(0).lose();
  store.queue.wake();
  await flushPromises();
  expect(service.sent).toHaveLength(2);
});

test("a refused write leaves the view and says why, once", async () => {
  const saved = actions.addStop({ id: OTHER, name: "New", dayId: DAY_ID });
  const voted = actions.vote(OTHER, 1);
  await flushPromises();
  const body = refusal("LIMIT_REACHED");
  await service.request(0).answer(422, body);
  expect(names()).toEqual(["Kiyomizu-dera"]);
  expect(notices).toEqual([{ kind: "refused", write: { action: "addStop", entityId: OTHER }, error: body }]);
  await expect(saved).rejects.toMatchObject({ status: 422, body });
  await expect(voted).rejects.toMatchObject({ status: 422 });
  expect([service.sent.length, store.queue.state]).toEqual([1, "saved"]);
});

test("a field that someone else changed meanwhile is shown with both versions, and can be forced", async () => {
  const current = stop({ name: "Theirs", version: 2 });
  void actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  store.receive([
    event(11, { op: "stop.updated", entity: current, changes: { name: ["Kiyomizu-dera", "Theirs"] } }),
  ]);
  await service.request(0).answer(409, refusal("FIELD_CONFLICT", { fields: ["name"], current }));
  expect(names()).toEqual(["Theirs"]);
  const [notice] = notices;
  if (notice?.kind !== "conflict") throw new Error("There should be a conflict.");
  expect(notice).toMatchObject({ fields: ["name"], current, mine: { name: "Mine" } });
  void notice.retry({ force: true });
  expect(names()).toEqual(["Mine"]);
  await flushPromises();
  expect(service.request(1).headers.get("x-force")).toBe("true");
  expect(service.request(1).headers.get("idempotency-key")).not.toBe(
    service.request(0).headers.get("idempotency-key"),
  );
});

test("two edits of one's own in a row do not conflict: the second waits for the first one's event", async () => {
  void actions.updateStop(STOP_ID, { name: "First" });
  void actions.updateStop(STOP_ID, { name: "Second" });
  await flushPromises();
  await service.request(0).answer(200, stop({ name: "First" }), 12);
  expect([service.sent.length, names()]).toEqual([1, ["Second"]]);
  store.receive([
    event(11, { op: "stop.updated", entity: stopFields({ notes: "n" }), changes: { notes: [null, "n"] } }),
  ]);
  const first = stopFields({ name: "First", notes: "n" });
  store.receive([
    mine(12, { op: "stop.updated", entity: first, changes: { name: ["Kiyomizu-dera", "First"] } }),
  ]);
  await flushPromises();
  expect(service.request(1).headers.get("x-base-seq")).toBe("12");
});

test("an edit that began before someone changed the same field says so, whenever it is sent", async () => {
  const began = actions.baseSeq();
  const theirs = stopFields({ name: "Theirs" });
  store.receive([
    event(11, { op: "stop.updated", entity: stopFields({ notes: "n" }), changes: { notes: [null, "n"] } }),
    event(12, { op: "stop.updated", entity: theirs, changes: { name: ["Kiyomizu-dera", "Theirs"] } }),
  ]);
  void actions.updateStop(STOP_ID, { name: "Mine" }, { baseSeq: began });
  void actions.updateStop(STOP_ID, { url: "https://example.org" }, { baseSeq: began });
  await flushPromises();
  expect(service.request(0).headers.get("x-base-seq")).toBe("11");
  await service.request(0).answer(409, refusal("FIELD_CONFLICT"));
  expect(service.request(1).headers.get("x-base-seq")).toBe("12");
});

test("a stop that one deletes and brings back at once is there before either is answered", async () => {
  void actions.deleteStop(STOP_ID);
  expect(names()).toEqual([]);
  void actions.restoreStop(STOP_ID);
  expect(names()).toEqual(["Kiyomizu-dera"]);
  expect(notices).toEqual([]);
});

test("a session that ended keeps the writes and says so", async () => {
  void actions.vote(STOP_ID, 1);
  await flushPromises();
  await service.request(0).answer(401, refusal("UNAUTHENTICATED"));
  expect([notices, store.queue.isSignedOut, store.queue.state]).toEqual([[], true, "waiting"]);
  await clock.pass(60_000);
  store.queue.wake();
  await flushPromises();
  expect(service.sent).toHaveLength(1);
  store.queue.resume();
  await flushPromises();
  expect(service.sent).toHaveLength(2);
});

test("a write that breaks the service each time does not hold up the others for ever", async () => {
  void actions.vote(STOP_ID, 1);
  void actions.vote(STOP_ID, -1);
  for (let attempt = 0; attempt < 5; attempt++) {
    await clock.pass(10_000);
    await service.request(attempt).answer(500, refusal("INTERNAL"));
  }
  expect(notices).toMatchObject([{ kind: "refused", error: { code: "INTERNAL" } }]);
  expect(service.request(5).body).toEqual({ value: -1 });
});

test("a newer snapshot takes over, an older one is ignored, and events go on from there", async () => {
  void actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  await service.request(0).answer(200, stop({ name: "Mine" }), 12);
  store.receive([event(15, { op: "stop.updated", entity: stopFields({ name: "Fifteen" }) })]);
  const { seq } = store;
  store.adopt(trip({ seq: 9, title: "Old" }));
  expect([store.seq, store.trip.title]).toEqual([seq, trip().title]);
  store.adopt(trip({ seq: 14, title: "New" }));
  expect([store.seq, store.trip.title, names()]).toEqual([15, "New", ["Fifteen"]]);
  expect(store.queue.items).toEqual([]);
});
