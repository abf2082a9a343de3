import { beforeEach, expect, test } from "vitest";
import { createUndoStack, type UndoStack } from "#app/trips/[tripId]/_base/undo-stack.ts";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { createTripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import { Device, loseAll, type Page } from "#tests/realtime/device-page.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService } from "#tests/realtime/fake-service.ts";
import { ANN, DAY_ID, STOP_ID, trip } from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000f2";

let device: Device;
let page: Page;
let stack: UndoStack;

/** The page has sent a write that nobody answers, so later writes are never sent. */
beforeEach(async () => {
  device = new Device();
  page = await device.open();
  stack = stackOf(page.store, page.actions);
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(page);
});

function stackOf(store: TripStore, actions: Page["actions"]): UndoStack {
  const memory = { read: () => [], write: () => {} };
  return createUndoStack(actions, { memory, nameOf: () => "", unsend: (write) => store.queue.unsend(write) });
}

function names(): string[] {
  return page.store.trip.stops.map(({ name }) => name);
}

function waiting(): string[] {
  return page.store.queue.unsent.map(({ write }) => write.label.action);
}

function kept(): string[] {
  return device.writes.all.map(({ recipe }) => recipe.kind);
}

async function answerVote(): Promise<void> {
  page.store.queue.wake();
  await flushPromises();
  await page.service.request(-1).answer(200, { stopId: STOP_ID, memberId: NEW, value: 1 }, 11);
}

test("a deletion that has not gone out is taken back at once, on the device too", async () => {
  void stack.actions.deleteStop(STOP_ID);
  await flushPromises();
  expect([names(), waiting(), kept()]).toEqual([[], ["vote", "deleteStop"], ["vote", "deleteStop"]]);
  const undone = await stack.undoLast();
  expect(undone?.words.did).toBe("deleteStop");
  await flushPromises();
  expect([names(), waiting(), kept()]).toEqual([["Kiyomizu-dera"], ["vote"], ["vote"]]);
  const before = page.service.sent.length;
  await answerVote();
  expect(page.service.sent.slice(before).map(({ method }) => method)).toEqual(["PUT"]);
  expect(page.store.queue.unsent).toEqual([]);
});

test("done again it waits once, with the promise that its author was given", async () => {
  const deleted = stack.actions.deleteStop(STOP_ID);
  const undone = await stack.undoLast();
  undone?.echo.takeBack?.();
  await flushPromises();
  expect([names(), waiting(), kept()]).toEqual([[], ["vote", "deleteStop"], ["vote", "deleteStop"]]);
  await answerVote();
  await page.service.request(-1).answer(204, undefined, 12);
  expect(await deleted).toEqual({ data: undefined, seq: 12 });
  expect(page.service.sent.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  expect(stack.state.get().writes).toHaveLength(1);
});

test("the one that a toast tells of is taken back, whatever was done elsewhere since", async () => {
  const deleted = stack.actions.deleteStop(STOP_ID);
  void stack.actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY_ID });
  await stack.undoWrite(deleted);
  expect([names(), waiting()]).toEqual([
    ["Kiyomizu-dera", "金閣寺"],
    ["vote", "addStop"],
  ]);
  expect(stack.state.get().writes.map(({ words }) => words.did)).toEqual(["addStop"]);
});

test("a new stop goes and comes with the vote for it", async () => {
  void stack.actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY_ID });
  void stack.actions.vote(NEW, 1);
  const undone = await stack.undoLast();
  expect([names(), waiting()]).toEqual([["Kiyomizu-dera"], ["vote"]]);
  undone?.echo.takeBack?.();
  expect([names(), waiting()]).toEqual([
    ["Kiyomizu-dera", "金閣寺"],
    ["vote", "addStop", "vote"],
  ]);
  expect(page.store.trip.stops.at(-1)?.votes).toHaveLength(1);
});

test("a new row that was worked on since is left to the service, which loses nothing of it", () => {
  const added = stack.actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY_ID });
  void stack.actions.addComment({ kind: "stop", id: NEW }, "Early!");
  void stack.undoWrite(added);
  expect([names(), waiting()]).toEqual([
    ["Kiyomizu-dera", "金閣寺"],
    ["vote", "addStop", "addComment"],
  ]);
});

test("other dates are not taken back from under what was made with them", () => {
  const moved = stack.actions.updateTrip({ startDate: "2026-11-13" });
  void stack.actions.updateStop(STOP_ID, { notes: "On the day before" });
  void stack.undoWrite(moved);
  expect(waiting()).toEqual(["vote", "updateTrip", "updateStop"]);
});

test("what may have arrived is taken back by the service alone", async () => {
  await answerVote();
  void stack.actions.deleteStop(STOP_ID);
  await flushPromises();
  await page.service.request(-1).lose();
  void stack.undoLast();
  expect([names(), waiting()]).toEqual([[], ["deleteStop"]]);
  page.store.queue.wake();
  await flushPromises();
  await page.service.request(-1).answer(204, undefined, 12);
  expect(page.service.request(-1)).toMatchObject({ method: "POST", path: "/events/12/undo" });
});

test("nothing counts as sent while it is asked whose session it is, and what was taken back meanwhile is not", async () => {
  const service = new FakeService();
  const clock = new FakeClock();
  const { promise: whoAmI, resolve: say } = Promise.withResolvers<string>();
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch }, whoAmI: () => whoAmI });
  const store = new TripStore(trip(), { userId: ANN, clock, line });
  const alone = stackOf(
    store,
    createTripActions(store, () => undefined),
  );
  line.doubt();
  void alone.actions.deleteStop(STOP_ID);
  await flushPromises();
  expect(store.queue.unsent).toMatchObject([{ phase: "sending", sentAt: null }]);
  await alone.undoLast();
  void alone.actions.vote(STOP_ID, 1);
  say(ANN);
  await flushPromises();
  expect(store.trip.stops.map(({ name }) => name)).toEqual(["Kiyomizu-dera"]);
  expect(service.sent.map(({ path }) => path)).toEqual([`/stops/${STOP_ID}/vote`]);
});
