import { beforeEach, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { Threads } from "#lib/client/open-trip/threads.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { Device, loseAll, type Page } from "#tests/realtime/device-page.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";
import { refusal } from "#tests/realtime/fake-service.ts";
import { ANN, comment, DAY_ID, event, STOP_ID, stop, stopFields, trip } from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000f2";
const BOB = "0199b6a0-7c00-7000-8000-0000000000b9";

let device: Device;

beforeEach(() => {
  device = new Device();
});

function keysOf({ service }: Page): (string | null)[] {
  return service.sent.map(({ headers }) => headers.get("idempotency-key"));
}

function mine(seq: number, change: Parameters<typeof event>[1]): TripEvent {
  return event(seq, { ...change, actorId: ANN });
}

test("a page that is gone leaves its writes to the next one, in order and under their keys", async () => {
  const first = await device.open();
  void first.actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY_ID });
  void first.actions.vote(NEW, 1);
  void first.actions.addComment({ kind: "stop", id: STOP_ID }, "Early!");
  await flushPromises();
  await loseAll(first);
  expect(first.store.queue.state).toBe("waiting");
  await first.kill();

  const second = await device.open();
  expect(second.store.trip.stops.map(({ name }) => name)).toEqual(["Kiyomizu-dera", "金閣寺"]);
  expect(second.store.queue.unsent.map(({ write }) => write.label.action)).toEqual([
    "addStop",
    "vote",
    "addComment",
  ]);
  expect(second.service.sent).toMatchObject([{ path: "/stops", body: { id: NEW, name: "金閣寺" } }]);
  expect(keysOf(second)).toEqual(keysOf(first));
  await second.service.request(0).answer(201, stop({ id: NEW, name: "金閣寺" }), 11);
  expect(second.service.request(1)).toMatchObject({ path: `/stops/${NEW}/vote`, body: { value: 1 } });
});

test("what is answered and in the trip is kept no more", async () => {
  const page = await device.open();
  void page.actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  expect(device.writes.all).toMatchObject([{ recipe: { kind: "updateStop" }, baseSeq: 10, echoSeq: null }]);
  await page.service.request(0).answer(200, stop({ name: "Mine", version: 2 }), 11);
  expect(device.writes.all).toMatchObject([{ echoSeq: 11 }]);
  page.store.receive([mine(11, { op: "stop.updated", entity: stopFields({ name: "Mine", version: 2 }) })]);
  await flushPromises();
  expect(device.writes.all).toEqual([]);
});

test("an answered write shows over an older snapshot of the trip, and is not sent again", async () => {
  const first = await device.open();
  void first.actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  await first.service.request(0).answer(200, stop({ name: "Mine", version: 2 }), 11);
  await first.kill();
  const second = await device.open();
  expect(second.store.trip.stops[0]?.name).toBe("Mine");
  expect([second.store.queue.state, second.service.sent]).toEqual(["saved", []]);
  await second.kill();
  const third = await device.open({ trip: trip({ seq: 11 }) });
  expect(third.store.queue.items).toEqual([]);
  expect(device.writes.all).toEqual([]);
});

test("nothing is called waiting before it is written down", async () => {
  const page = await device.open();
  const { promise, resolve: store } = Promise.withResolvers<void>();
  const add = device.writes.add.bind(device.writes);
  device.writes.add = async (entry) => {
    await promise;
    return add(entry);
  };
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(page);
  expect(page.store.queue.state).toBe("saving");
  store();
  await flushPromises();
  expect(page.store.queue.state).toBe("waiting");
});

test("a device that keeps nothing loses nothing while the page lives", async () => {
  const page = await device.open();
  device.writes.add = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(page);
  expect(page.store.queue.unsent).toMatchObject([{ kept: "no" }]);
  expect(page.store.queue.state).toBe("waiting");
  page.store.queue.wake();
  await flushPromises();
  await page.service.request(-1).answer(200, { stopId: STOP_ID, memberId: NEW, value: 1 }, 11);
  expect(page.store.queue.state).toBe("saved");
});

test("two pages never send the same write; the one that is left goes on with it", async () => {
  const first = await device.open();
  void first.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(first);
  const second = await device.open();
  const third = await device.open();
  expect([second.service.sent, third.service.sent]).toEqual([[], []]);
  await first.kill();
  const sent = [...second.service.sent, ...third.service.sent];
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers.get("idempotency-key")).toBe(keysOf(first)[0]);
});

test("a page that was there first goes on with what a later one leaves", async () => {
  const first = await device.open();
  const second = await device.open();
  void second.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(second);
  await first.keeper.look();
  await second.kill();
  expect(keysOf(first)).toEqual(keysOf(second));
});

test("another person on the same device sees and sends nothing of it", async () => {
  const ann = await device.open();
  void ann.actions.updateStop(STOP_ID, { name: "Ann's" });
  await flushPromises();
  await loseAll(ann);
  await ann.kill();
  const bob = await device.open({ userId: BOB });
  expect([bob.store.queue.items, bob.service.sent, bob.keeper.refused]).toEqual([[], [], []]);
  expect(bob.store.trip.stops[0]?.name).toBe("Kiyomizu-dera");
  await bob.kill();
  const again = await device.open();
  expect(again.store.trip.stops[0]?.name).toBe("Ann's");
});

/** Leaves an edit unsent in one page, and opens the next page, which reads these events. */
async function leftEdit(events: TripEvent[], seq: number): Promise<Page> {
  const first = await device.open();
  void first.actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  await loseAll(first);
  await first.kill();
  const page = await device.open({ trip: trip({ seq }) });
  expect(page.service.request(0)).toMatchObject({ method: "GET", path: "/events?after=10&limit=500" });
  await page.service.request(0).answer(200, { events, seq });
  return page;
}

test("what others did to the same field in between is a conflict, as without a reload", async () => {
  const theirs = event(11, {
    op: "stop.updated",
    entity: stopFields({ name: "Theirs" }),
    changes: { name: ["A", "B"] },
  });
  const page = await leftEdit([theirs], 11);
  expect(page.service.request(1)).toMatchObject({ method: "PATCH", body: { name: "Mine" } });
  expect(page.service.request(1).headers.get("x-base-seq")).toBe("10");
});

test("what its author did, and what others did elsewhere, is none", async () => {
  const page = await leftEdit(
    [
      mine(11, { op: "stop.updated", entity: stopFields({ name: "Older" }), changes: { name: ["A", "B"] } }),
      event(12, { op: "stop.updated", entity: stopFields({ notes: "?" }), changes: { notes: [null, "?"] } }),
      event(13, { op: "comment.created", entity: comment({ id: NEW }) }),
    ],
    13,
  );
  expect(page.service.request(1).headers.get("x-base-seq")).toBe("13");
});

test("a log that can't be read leaves the decision to the service", async () => {
  const first = await device.open();
  void first.actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  await loseAll(first);
  await first.kill();
  const page = await device.open({ trip: trip({ seq: 12 }) });
  await page.service.request(0).answer(403, refusal("FORBIDDEN"));
  expect(page.service.request(1).headers.get("x-base-seq")).toBe("10");
});

test("a write that may have arrived a week ago is not sent once more, unless its id makes that safe", async () => {
  const first = await device.open();
  void first.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(first);
  await first.kill();
  const other = await device.open({ userId: BOB });
  void other.actions.addComment({ kind: "stop", id: STOP_ID }, "Hello", { id: NEW });
  await flushPromises();
  await loseAll(other);
  await other.kill();
  await device.clock.pass(7 * 24 * 60 * 60 * 1000);
  const page = await device.open();
  expect(page.service.sent).toEqual([]);
  expect(page.keeper.refused).toMatchObject([{ entry: { recipe: { kind: "vote" } } }]);
  const again = await device.open({ userId: BOB });
  expect(again.service.request(0)).toMatchObject({ path: "/comments", body: { id: NEW } });
});

test("a waiting write can be taken back, with what rests on it", async () => {
  const page = await device.open();
  void page.actions.vote(STOP_ID, 1);
  void page.actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY_ID });
  void page.actions.vote(NEW, 1);
  void page.actions.updateStop(STOP_ID, { notes: "Stays" });
  await flushPromises();
  await loseAll(page);
  const added = page.store.queue.unsent[1];
  if (!added) throw new Error("It waits for the first.");
  expect(page.store.queue.restingOn(added).map(({ write }) => write.label.action)).toEqual(["vote"]);
  page.store.queue.takeBack(added);
  await flushPromises();
  expect(page.store.queue.unsent.map(({ write }) => write.label.action)).toEqual(["vote", "updateStop"]);
  expect(page.store.trip.stops.map(({ name }) => name)).toEqual(["Kiyomizu-dera"]);
  expect(device.writes.all.map(({ recipe }) => recipe.kind)).toEqual(["vote", "updateStop"]);
});

test("what its author discards elsewhere is sent by no page that still has it", async () => {
  const page = await device.open();
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(page);
  device.writes.rows.clear();
  device.tabs.page().announce();
  await flushPromises();
  expect([page.store.queue.items, page.keeper.refused]).toEqual([[], []]);
  page.store.queue.wake();
  await flushPromises();
  expect(page.service.sent).toHaveLength(1);
});

test("what one says shows also in a conversation that could not be read", async () => {
  const page = await device.open();
  const line = new TripRequests({ userId: ANN, clock: device.clock, call: { fetch: page.service.fetch } });
  const threads = new Threads(page.store, { line, clock: device.clock });
  const target = { kind: "stop" as const, id: STOP_ID };
  void threads.load(target);
  void page.actions.addComment(target, "Anybody?", { id: NEW });
  await flushPromises();
  await loseAll(page);
  const view = threads.view(target);
  expect(view).toMatchObject({ status: "failed", comments: [{ id: NEW, body: "Anybody?" }] });
  expect(threads.view(target)).toBe(view);
});
