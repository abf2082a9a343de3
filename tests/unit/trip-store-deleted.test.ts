import { beforeEach, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import type { Notice } from "#lib/client/writes/notices.ts";
import { createTripActions, type TripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import { ANN, CREATED_AT, BOB, event, STOP_ID, stop, stopFields, trip } from "#tests/realtime/sample-trip.ts";

const ITEM = "0199b6a0-7c00-7000-8000-0000000000a7";

let service: FakeService;
let store: TripStore;
let actions: TripActions;
let notices: Notice[];

beforeEach(() => {
  const clock = new FakeClock();
  service = new FakeService();
  notices = [];
  store = new TripStore(trip(), {
    userId: ANN,
    clock,
    line: new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } }),
  });
  store.notices.add((notice) => notices.push(notice));
  actions = createTripActions(store, () => undefined);
});

function mine(seq: number, change: Parameters<typeof event>[1]): TripEvent {
  return event(seq, { ...change, actorId: ANN });
}

function listItem(): ItemDto {
  const about = { section: null, assigneeId: null, dueDate: null, doneAt: null, ownerId: null };
  const row = { deletedAt: null, version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  return { id: ITEM, list: "packing", position: "a0", text: "Rope", ...about, ...row };
}

function names(): string[] {
  return store.trip.stops.map(({ name }) => name);
}

function deleted(seq: number): TripEvent {
  return event(seq, { op: "stop.deleted", entity: { id: STOP_ID } });
}

/** Restores the stop through its notice, and answers the request. */
async function restore(notice: Notice | undefined, seq: number): Promise<void> {
  if (notice?.kind !== "deleted") throw new Error("There should be a stop to restore.");
  void notice.restore();
  expect(names()).toEqual(["Kiyomizu-dera"]);
  await flushPromises();
  expect(service.request(-1)).toMatchObject({ method: "POST", path: `/stops/${STOP_ID}/restore` });
  await service.request(-1).answer(200, stop(), seq);
  store.receive([mine(seq, { op: "stop.restored", entity: stop() })]);
  await flushPromises();
}

test("whoever changes a stop that someone deletes hears of it once and can bring it back with the change", async () => {
  void actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  store.receive([deleted(11)]);
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  expect(notices).toMatchObject([
    { kind: "deleted", actorId: BOB, hasEdits: true, row: { id: STOP_ID, name: "Kiyomizu-dera" } },
  ]);
  await restore(notices[0], 12);
  expect(names()).toEqual(["Mine"]);
  expect(service.request(-1)).toMatchObject({ method: "PATCH", body: { name: "Mine" } });
  expect(service.request(-1).headers.get("x-base-seq")).toBe("12");
});

test("a change that is refused before the news of the deletion comes back with the stop too, but only once", async () => {
  void actions.moveStop(STOP_ID, { dayId: null, afterId: null });
  void actions.deleteStop(STOP_ID);
  await flushPromises();
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  await service.request(1).answer(404, refusal("NOT_FOUND"));
  store.receive([deleted(11)]);
  expect(notices.map(({ kind }) => kind)).toEqual(["refused", "refused", "deleted"]);
  await restore(notices[2], 12);
  expect(service.request(-1)).toMatchObject({ path: `/stops/${STOP_ID}/move`, body: { dayId: null } });
  await service.request(-1).answer(200, stop({ dayId: null }), 13);
  store.receive([mine(13, { op: "stop.moved", entity: stopFields({ dayId: null }) })]);
  expect(store.queue.state).toBe("saved");
  const before = service.sent.length;
  store.openStopId = STOP_ID;
  store.receive([deleted(14)]);
  expect(notices[3]).toMatchObject({ kind: "deleted", hasEdits: false });
  await restore(notices[3], 15);
  expect(service.sent).toHaveLength(before + 1);
});

test("a change that was lost is over once somebody else has brought the stop back", async () => {
  store.openStopId = STOP_ID;
  void actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  store.receive([deleted(11)]);
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  store.receive([event(12, { op: "stop.restored", entity: stop() }), deleted(13)]);
  expect(notices.slice(1)).toMatchObject([{ kind: "deleted", hasEdits: false }]);
});

test("a change that is made after the news of the deletion is offered back with the stop", async () => {
  store.receive([deleted(11)]);
  expect(notices).toEqual([]);
  void actions.updateStop(STOP_ID, { name: "Mine" }, { baseSeq: 10 });
  await flushPromises();
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  expect(notices).toMatchObject([{ kind: "deleted", actorId: BOB, hasEdits: true, row: { id: STOP_ID } }]);
  await restore(notices[0], 12);
  expect(service.request(-1)).toMatchObject({ method: "PATCH", body: { name: "Mine" } });
});

test("what is not there for another reason is refused as before", async () => {
  store.receive([deleted(11), event(12, { op: "stop.restored", entity: stop() })]);
  void actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  expect(notices).toMatchObject([{ kind: "refused", error: { code: "NOT_FOUND" } }]);
});

test("an item of a list that someone deletes comes back with the change that was on its way", async () => {
  const item = listItem();
  store.receive([event(11, { op: "item.created", entity: item })]);
  void actions.updateItem(ITEM, { text: "Long rope" });
  await flushPromises();
  store.receive([event(12, { op: "item.deleted", entity: { id: ITEM } })]);
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  expect(notices).toMatchObject([{ kind: "deleted", hasEdits: true, row: { id: ITEM, text: "Rope" } }]);
  const [notice] = notices;
  if (notice?.kind === "deleted") void notice.restore();
  await flushPromises();
  expect(service.request(-1)).toMatchObject({ method: "POST", path: `/items/${ITEM}/restore` });
  await service.request(-1).answer(200, item, 13);
  store.receive([mine(13, { op: "item.restored", entity: item })]);
  await flushPromises();
  expect(service.request(-1)).toMatchObject({ method: "PATCH", body: { text: "Long rope" } });
});
