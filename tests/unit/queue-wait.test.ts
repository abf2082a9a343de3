import { beforeEach, expect, test } from "vitest";
import { WritePersistence } from "#lib/client/sync/write-persistence.ts";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import { StoredWrites } from "#lib/client/sync/stored-writes.ts";
import { makeWrite } from "#lib/client/writes/write-kinds.ts";
import { Device, loseAll, type Page } from "#tests/realtime/device-page.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import { ANN, STOP_ID, trip } from "#tests/realtime/sample-trip.ts";

let device: Device;
let page: Page;

beforeEach(async () => {
  device = new Device();
  page = await device.open();
});

/** Makes two writes, of which the first is sent. */
async function writeTwo(): Promise<void> {
  void page.actions.addComment({ kind: "stop", id: STOP_ID }, "又一条");
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
}

test("who writes too fast waits for as long as the service says, whatever wakes the page, and in order", async () => {
  await writeTwo();
  await page.service.request(0).answer(429, refusal("RATE_LIMITED", { retryAfter: 60 }));
  const { queue } = page.store;
  expect(queue.state).toBe("waiting");
  expect(queue.hindrance).toEqual({ why: "limited", until: device.clock.now() + 60_000 });
  await device.clock.pass(59_000);
  queue.wake();
  await flushPromises();
  expect(page.service.sent).toHaveLength(1);
  await device.clock.pass(1000);
  expect(page.service.sent.map(({ path }) => path)).toEqual(["/comments", "/comments"]);
  expect(queue.hindrance?.why).toBe("limited");
  await page.service.request(1).answer(201, { id: STOP_ID, body: "又一条" }, 11);
  expect(page.service.request(2).path).toBe(`/stops/${STOP_ID}/vote`);
  expect(queue.hindrance).toBeNull();
});

test("a pause that was slept through is over when the page wakes", async () => {
  await writeTwo();
  await page.service.request(0).answer(429, refusal("RATE_LIMITED", { retryAfter: 60 }));
  const later = device.clock.now() + 3_600_000;
  device.clock.now = () => later;
  page.store.queue.wake();
  await flushPromises();
  expect(page.service.sent).toHaveLength(2);
});

test("a service that can't save says so, and is asked again at once when something wakes the page", async () => {
  await writeTwo();
  await page.service.request(0).answer(503, refusal("UNAVAILABLE"));
  expect(page.store.queue.hindrance?.why).toBe("busy");
  page.store.queue.wake();
  await flushPromises();
  expect(page.service.sent).toHaveLength(2);
  await page.service.request(1).lose();
  expect([page.store.queue.state, page.store.queue.hindrance]).toEqual(["waiting", null]);
});

test("what was written while the queue waited is kept when it is refused, like what waited itself", async () => {
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(page);
  void page.actions.addComment({ kind: "stop", id: STOP_ID }, "写了很久的话");
  page.store.queue.wake();
  await flushPromises();
  await page.service.request(1).answer(200, { stopId: STOP_ID, memberId: ANN, value: 1 }, 11);
  await page.service.request(2).answer(422, refusal("LIMIT_REACHED"));
  expect(page.keeper.refused).toMatchObject([{ entry: { name: "写了很久的话" } }]);
  expect(page.notices).toEqual([]);
});

/** Opens a page on a device whose database opens only when `opened` is called. */
function slowDevice() {
  const { clock } = device;
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: new FakeService().fetch } });
  const store = new TripStore(trip(), { userId: ANN, clock, line });
  const { promise, resolve: opened } = Promise.withResolvers<void>();
  const keep = async () => {
    await promise;
    return new StoredWrites(store, { line, clock, store: device.writes, tabs: device.tabs.page() });
  };
  new WritePersistence(store, { keep, line, clock }).open();
  return { store, opened };
}

test("a device that takes for ever to open its store is not waited for, and what it lacks is said", async () => {
  const { store, opened } = slowDevice();
  const { queue } = store;
  void store.submit(makeWrite("vote", store.id, STOP_ID, 1));
  queue.hold();
  expect(queue.state).toBe("saving");
  await device.clock.pass(3000);
  expect([queue.state, queue.unsent[0]?.kept]).toEqual(["waiting", "no"]);
  // The write is stored even if the database opens late.
  opened();
  await flushPromises();
  await flushPromises();
  expect([queue.unsent[0]?.kept, device.writes.all.length]).toEqual(["yes", 1]);
});
