import { beforeEach, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import { createTripActions, type TripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import { ANN, DAY_ID, event, stop, stopFields, trip } from "#tests/realtime/sample-trip.ts";

const IDS = ["f1", "f2", "f3", "f4"].map((end) => `0199b6a0-7c00-7000-8000-0000000000${end}`);
const [A = "", B = "", C = "", D = ""] = IDS;
const ROWS = IDS.map((id, index) => stop({ id, name: "ABCD"[index] ?? "", position: `a${index}` }));

let service: FakeService;
let store: TripStore;
let actions: TripActions;

function open(role: "editor" | "viewer"): void {
  const clock = new FakeClock();
  service = new FakeService();
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } });
  store = new TripStore(trip({ role, stops: ROWS }), { userId: ANN, clock, line });
  actions = createTripActions(store, () => undefined);
}

beforeEach(() => open("editor"));

function names(): string {
  return store.trip.stops.map(({ name }) => name).join("");
}

test("a new order shows at once, in one request, and stays when its events come", async () => {
  const saved = actions.orderDay(DAY_ID, [A, C, D, B]);
  expect(names()).toBe("ACDB");
  await flushPromises();
  expect(service.sent).toHaveLength(1);
  expect(service.request(0)).toMatchObject({ method: "PUT", path: `/days/${DAY_ID}/order` });
  expect(service.request(0).body).toEqual({ stopIds: [A, C, D, B] });
  const moved = stopFields({ id: B, name: "B", position: "a4", version: 2 });
  await service.request(0).answer(200, [ROWS[0], ROWS[2], ROWS[3], moved], 11);
  expect((await saved).seq).toBe(11);
  expect(names()).toBe("ACDB");
  store.receive([event(11, { op: "stop.moved", entity: moved, actorId: ANN })]);
  expect(store.queue.items).toEqual([]);
  expect(names()).toBe("ACDB");
});

test("an order of another day than there is by now shows nothing, and its refusal puts all back", async () => {
  const saved = actions.orderDay(DAY_ID, [D, C, B, A]);
  expect(names()).toBe("DCBA");
  const late = stopFields({ id: "0199b6a0-7c00-7000-8000-0000000000f9", name: "E", position: "a9" });
  store.receive([event(11, { op: "stop.created", entity: late })]);
  expect(names()).toBe("ABCDE");
  await flushPromises();
  await service.request(0).answer(409, refusal("FIELD_CONFLICT"));
  await expect(saved).rejects.toThrow();
  expect(names()).toBe("ABCDE");
});

test("an order says over what it was worked out: one's own moves since don't stand in its way, others' do", async () => {
  const moved = (index: number, position: string) => ({
    op: "stop.moved" as const,
    entity: stopFields({ ...ROWS[index], version: 2, position }),
    changes: { position: [`a${index}`, position] as [unknown, unknown] },
  });
  const renamed = stopFields({ ...ROWS[0], version: 2, name: "Theirs" });
  store.receive([event(11, { ...moved(1, "a5"), actorId: ANN })]);
  const changes: Record<string, [unknown, unknown]> = { name: ["A", "Theirs"] };
  store.receive([event(12, { op: "stop.updated", entity: renamed, changes })]);
  store.receive([event(13, moved(2, "a6"))]);
  void actions.orderDay(DAY_ID, [D, C, A, B], { baseSeq: 10 });
  await flushPromises();
  expect(service.request(0).headers.get("x-base-seq")).toBe("12");
});

test("to a viewer it is one deed of several lines, taken back at once", async () => {
  open("viewer");
  const { takeBack } = await actions.orderDay(DAY_ID, [C, A, D, B]);
  expect(names()).toBe("CADB");
  expect(store.draft.lines.map(({ op }) => op)).toEqual(["stops.move", "stops.move"]);
  expect(service.sent).toEqual([]);
  const undone = takeBack?.();
  expect(names()).toBe("ABCD");
  undone?.takeBack?.();
  expect(names()).toBe("CADB");
});
