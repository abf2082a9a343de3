import { beforeEach, expect, test } from "vitest";
import { TripRequests } from "#lib/client/sync/trip-requests.ts";
import type { Notice } from "#lib/client/writes/notices.ts";
import { Threads } from "#lib/client/open-trip/threads.ts";
import { createTripActions, type TripActions } from "#lib/client/open-trip/trip-actions.ts";
import { TripStore } from "#lib/client/sync/trip-store.ts";
import type { AttachmentDto } from "#lib/shared/attachments.ts";
import type { ReservationDto, ReservationFields } from "#lib/shared/reservations.ts";
import { FakeClock, flushPromises } from "#tests/realtime/fake-clock.ts";
import { FakeService, refusal } from "#tests/realtime/fake-service.ts";
import { ANN, CREATED_AT, BOB, event, STOP_ID, TRIP_ID, trip } from "#tests/realtime/sample-trip.ts";

const FLIGHT = "0199b6a0-7c00-7000-8000-0000000000e1";
const FILE = "0199b6a0-7c00-7000-8000-0000000000e2";
const [START, END] = ["2026-11-14T10:00", "2026-11-14T12:00"].map((local) => ({ local, zone: "Asia/Tokyo" }));

function fields(changes: Partial<ReservationFields> = {}): ReservationFields {
  const places = { from: null, to: null, stopId: null, participants: null, cost: null };
  const texts = { confirmation: null, provider: null, contact: null, url: null, notes: null };
  const row = { deletedAt: null, version: 1, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  const ends = { start: START ?? null, end: END ?? null };
  return { id: FLIGHT, kind: "flight", title: "AY 67", ...ends, ...places, ...texts, ...row, ...changes };
}

function flight(changes: Partial<ReservationDto> = {}): ReservationDto {
  return { ...fields(changes), commentCount: changes.commentCount ?? 0 };
}

let service: FakeService;
let store: TripStore;
let threads: Threads;
let actions: TripActions;
let notices: Notice[];

function open(reservations: ReservationDto[]): void {
  const clock = new FakeClock();
  service = new FakeService();
  notices = [];
  const line = new TripRequests({ userId: ANN, clock, call: { fetch: service.fetch } });
  store = new TripStore(trip({ reservations }), { userId: ANN, clock, line });
  threads = new Threads(store, { line, clock });
  store.notices.add((notice) => notices.push(notice));
  actions = createTripActions(store, () => undefined);
}

beforeEach(() => open([flight()]));

function titles(): string[] {
  return store.trip.reservations.map(({ title }) => title);
}

test("a new booking shows at once, is the same after its answer and its event, and there once", async () => {
  open([]);
  void actions.addReservation({ id: FLIGHT, kind: "flight", title: "AY 67" });
  expect(titles()).toEqual(["AY 67"]);
  await flushPromises();
  expect(service.request(0)).toMatchObject({ method: "POST", path: "/reservations", body: { id: FLIGHT } });
  store.receive([event(11, { op: "reservation.created", entity: fields(), actorId: ANN })]);
  await service.request(0).answer(201, flight(), 11);
  expect(titles()).toEqual(["AY 67"]);
  expect(store.queue.state).toBe("saved");
});

test("one that is refused is gone, with the edits that came after it", async () => {
  open([]);
  void actions.addReservation({ id: FLIGHT, kind: "flight", title: "AY 67" });
  void actions.updateReservation(FLIGHT, { title: "AY 68" });
  expect(titles()).toEqual(["AY 68"]);
  await flushPromises();
  await service.request(0).answer(422, refusal("LIMIT_REACHED"));
  expect(titles()).toEqual([]);
  expect(notices).toMatchObject([{ kind: "refused", write: { action: "addReservation" } }]);
});

test("both ends conflict together, and the refused edit can be made again", async () => {
  const end = { local: "2026-11-14T13:00", zone: "Asia/Tokyo" };
  void actions.updateReservation(FLIGHT, { end }, { baseSeq: 10 });
  await flushPromises();
  const changes = { start: [START, { local: "2026-11-14T09:00", zone: "Asia/Tokyo" }] as const };
  const theirs = fields({ start: { local: "2026-11-14T09:00", zone: "Asia/Tokyo" }, version: 2 });
  store.receive([
    event(11, { op: "reservation.updated", entity: theirs, changes: { start: [...changes.start] } }),
  ]);
  const details = { fields: ["start", "end"], current: { ...theirs, commentCount: 0 } };
  await service.request(0).answer(409, refusal("FIELD_CONFLICT", details));
  expect(notices).toMatchObject([
    { kind: "conflict", fields: ["start", "end"], mine: { end }, write: { action: "updateReservation" } },
  ]);
  const [notice] = notices;
  if (notice?.kind === "conflict") void notice.retry({ force: true });
  await flushPromises();
  expect(service.request(-1).headers.get("x-force")).toBe("true");
});

test("whoever has a booking open that someone deletes can bring it back", async () => {
  store.openStopId = FLIGHT;
  store.receive([event(11, { op: "reservation.deleted", entity: { id: FLIGHT }, entityId: FLIGHT })]);
  expect(titles()).toEqual([]);
  expect(notices).toMatchObject([{ kind: "deleted", actorId: BOB, row: { id: FLIGHT, title: "AY 67" } }]);
  const [notice] = notices;
  if (notice?.kind === "deleted") void notice.restore();
  expect(titles()).toEqual(["AY 67"]);
  await flushPromises();
  expect(service.request(-1)).toMatchObject({ method: "POST", path: `/reservations/${FLIGHT}/restore` });
});

test("an uploaded file shows before its event and is there once after it; deleting takes it away at once", async () => {
  const target = { kind: "reservation" as const, id: FLIGHT };
  const about = { name: "AY67.pdf", contentType: "application/pdf" as const, size: 1200, memberId: null };
  const row = { version: 1, deletedAt: null, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  const file: AttachmentDto = { id: FILE, target, ...about, ...row };
  const done = actions.addAttachment({ data: file, seq: 11, status: 201 });
  expect(store.trip.attachments).toHaveLength(1);
  await expect(done).resolves.toMatchObject({ seq: 11 });
  expect(service.sent).toHaveLength(0);
  store.receive([event(11, { op: "attachment.created", entity: file, entityId: FILE, actorId: ANN })]);
  expect(store.trip.attachments).toEqual([file]);
  void actions.deleteAttachment(FILE);
  expect(store.trip.attachments).toEqual([]);
  await flushPromises();
  expect(service.request(-1)).toMatchObject({ method: "DELETE", path: `/attachments/${FILE}` });
});

test("the thread of a booking is not asked for before the booking is saved", async () => {
  open([]);
  void actions.addReservation({ id: FLIGHT, kind: "flight", title: "AY 67" });
  const target = { kind: "reservation" as const, id: FLIGHT };
  void threads.load(target);
  await flushPromises();
  expect(service.sent.map(({ path }) => path)).toEqual(["/reservations"]);
  await service.request(0).answer(201, flight(), 11);
  store.receive([event(11, { op: "reservation.created", entity: fields(), actorId: ANN })]);
  await flushPromises();
  expect(service.request(-1).path).toMatch(/^\/comments\?target=reservation/);
});

test("a thread that cannot be read says so with one and the same view", async () => {
  const target = { kind: "stop" as const, id: STOP_ID };
  void threads.load(target);
  await flushPromises();
  await service.request(0).answer(404, refusal("NOT_FOUND"));
  expect(threads.view(target)).toMatchObject({ status: "failed" });
  expect(threads.view(target)).toBe(threads.view(target));
  expect(store.id).toBe(TRIP_ID);
});
