import { beforeEach, expect, test } from "vitest";
import { TripSession } from "#lib/client/open-trip/trip-session.ts";
import type { TabWatch } from "#lib/client/sync/tab-watch.ts";
import { StoredWrites } from "#lib/client/sync/stored-writes.ts";
import type { WriteStore } from "#lib/client/sync/write-store.ts";
import { Device, loseAll } from "#tests/realtime/device-page.ts";
import { flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, type PendingRequest } from "#tests/realtime/fake-service.ts";
import { FakeSocket } from "#tests/realtime/fake-socket.ts";
import { ANN, DAY_ID, event, STOP_ID, stop, stopFields, trip } from "#tests/realtime/sample-trip.ts";

const NEW = "0199b6a0-7c00-7000-8000-0000000000f2";
const STEPS = ["code", "lock", "list", "handing over"] as const;
type Step = (typeof STEPS)[number];

let device: Device;
let service: FakeService;
/** How often stored writes were passed to a session. */
let handings: number;

beforeEach(() => {
  device = new Device();
  service = new FakeService();
  handings = 0;
  FakeSocket.opened = [];
});

/** Opens a session in another page of the device; each step of its opening completes only after `until`. */
function sessionWith(until: (step: Step) => Promise<void>): TripSession {
  const { clock, writes } = device;
  const page = device.tabs.page();
  const after = async <T>(step: Step, done: Promise<T>): Promise<T> => {
    const result = await done;
    await until(step);
    return result;
  };
  const tabs: TabWatch = { ...page, hold: (tab) => after("lock", page.hold(tab)) };
  const store: WriteStore = {
    add: (entry) => writes.add(entry),
    put: (entry) => writes.put(entry),
    remove: (orders) => writes.remove(orders),
    list: (...whose) => after("list", writes.list(...whose)),
    hand: (...given) => {
      handings += 1;
      return after("handing over", writes.hand(...given));
    },
    takeOver: (...whose) => writes.takeOver(...whose),
  };
  return new TripSession({
    initial: trip(),
    userId: ANN,
    clock,
    WebSocket: FakeSocket,
    call: { fetch: service.fetch },
    keep: async (opened, { line }) =>
      after("code", Promise.resolve(new StoredWrites(opened, { line, clock, store, tabs }))),
  });
}

const atOnce = () => Promise.resolve();

function writesTo({ sent }: FakeService): PendingRequest[] {
  return sent.filter(({ path }) => path.startsWith("/stops"));
}

/** Adds a stop and renames it in a page that is then closed. */
async function leaveTwo(): Promise<void> {
  const page = await device.open();
  void page.actions.addStop({ id: NEW, name: "金閣寺", dayId: DAY_ID });
  void page.actions.updateStop(NEW, { notes: "Go early" });
  await flushPromises();
  await loseAll(page);
  await page.kill();
}

/** Opens a session in which a change of a stop has been answered, but whose event has not arrived. */
async function answeredOnly(): Promise<TripSession> {
  const session = sessionWith(atOnce);
  session.start();
  await flushPromises();
  void session.actions.updateStop(STOP_ID, { name: "Mine" });
  await flushPromises();
  await writesTo(service)[0]?.answer(200, stop({ name: "Mine", version: 2 }), 11);
  expect(session.store.queue.items).toMatchObject([{ phase: "answered", echoSeq: 11 }]);
  return session;
}

const renamed = event(11, {
  op: "stop.updated",
  entity: stopFields({ name: "Mine", version: 2 }),
  actorId: ANN,
});

test.each(STEPS)(
  "a trip that was left before its %s had come took the unsent writes into a queue that nobody sends",
  async (slow) => {
    await leaveTwo();
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    const session = sessionWith((step) => (step === slow ? promise : atOnce()));
    session.start();
    await flushPromises();
    session.stop();
    goOn();
    await flushPromises();
    await flushPromises();
    expect([session.store.queue.items, writesTo(service)]).toEqual([[], []]);
    expect([session.keeping.keeper, session.store.queue.beforeSend]).toEqual([null, null]);
    expect(handings).toBe(slow === "handing over" ? 1 : 0);

    const next = await device.open();
    expect(next.store.queue.unsent.map(({ write }) => write.label.action)).toEqual(["addStop", "updateStop"]);
    await next.service.request(0).answer(201, stop({ id: NEW, name: "金閣寺" }), 11);
    const entity = stopFields({ id: NEW, name: "金閣寺" });
    next.store.receive([event(11, { op: "stop.created", entity, actorId: ANN })]);
    await flushPromises();
    await next.service.request(-1).answer(200, { events: [], seq: 11 });
    expect(next.service.request(-1)).toMatchObject({ path: `/stops/${NEW}`, body: { notes: "Go early" } });
  },
);

test("what a session was taking over when it was left is sent by the page that waited behind it", async () => {
  const page = await device.open();
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const session = sessionWith((step) => (step === "handing over" ? promise : atOnce()));
  session.start();
  await flushPromises();
  const behind = await device.open();
  void page.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(page);
  for (const { keeper } of [session.keeping, behind]) await keeper?.look();
  const gone = page.kill();
  await flushPromises();
  await flushPromises();
  session.stop();
  goOn();
  await gone;
  await flushPromises();
  expect(behind.service.sent).toMatchObject([{ path: `/stops/${STOP_ID}/vote` }]);
  expect([session.store.queue.items, writesTo(service)]).toEqual([[], []]);
});

test("a trip that is opened again before its first opening is over sends what was left first, and once", async () => {
  await leaveTwo();
  const codes = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [first, second] = codes;
  const session = sessionWith((step) => (step === "code" ? (codes.shift()?.promise ?? atOnce()) : atOnce()));
  session.start();
  session.stop();
  session.start();
  void session.actions.vote(STOP_ID, 1);
  first?.resolve();
  await flushPromises();
  expect(writesTo(service)).toEqual([]);
  second?.resolve();
  await flushPromises();
  await flushPromises();
  const { queue } = session.store;
  expect(queue.unsent.map(({ write }) => write.label.action)).toEqual(["addStop", "updateStop", "vote"]);
  expect(writesTo(service)).toMatchObject([{ path: "/stops", body: { id: NEW } }]);
});

test("a session that was left with an answered write went on taking over those of other pages", async () => {
  const session = await answeredOnly();
  session.stop();
  const other = await device.open();
  expect(other.store.queue.items).toMatchObject([{ phase: "answered", echoSeq: 11 }]);
  void other.actions.vote(STOP_ID, 1);
  await flushPromises();
  await loseAll(other);
  device.tabs.page().announce();
  await flushPromises();
  await other.kill();
  expect(session.store.queue.items.map(({ write }) => write.label.action)).toEqual(["updateStop"]);

  const next = await device.open();
  expect(next.store.trip.stops[0]?.name).toBe("Mine");
  expect(next.service.sent).toMatchObject([{ path: `/stops/${STOP_ID}/vote` }]);
  next.store.receive([renamed]);
  await flushPromises();
  expect(device.writes.all.map(({ recipe }) => recipe.kind)).toEqual(["vote"]);
});

test("a session that is opened again keeps an answered write once, until its event has come", async () => {
  const session = await answeredOnly();
  session.stop();
  session.start();
  await flushPromises();
  expect(device.writes.all).toMatchObject([{ recipe: { kind: "updateStop" }, echoSeq: 11 }]);
  session.store.receive([renamed]);
  await flushPromises();
  expect([session.store.queue.items, device.writes.all]).toEqual([[], []]);
});
