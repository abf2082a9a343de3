import { describe, expect, test } from "vitest";
import { eventsApi } from "#lib/shared/api/events.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import { lastGroup, newComment, newStop, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { expectAbsent, expectInvalid, expectRefused, expectWritten } from "#tests/helpers/refusals.ts";

const TOKYO = "Asia/Tokyo";
const ANGELES = "America/Los_Angeles";

interface Desk extends TripFixture {
  reservation: ReservationDto;
  base: number;
  patch: (
    body: object,
    more?: { by?: "owner" | "editor"; headers?: Record<string, string> },
  ) => Promise<RawAnswer>;
}

async function newDesk(): Promise<Desk> {
  const scene = await newTripFixture();
  const { tripId, owner } = scene;
  const reservation = await newReservation(owner, tripId);
  const { seq: base } = await readTrip(owner, tripId);
  const params = { tripId, reservationId: reservation.id };
  return {
    ...scene,
    reservation,
    base,
    patch: (body, { by = "owner", headers = {} } = {}) =>
      send(reservationsApi.update, { params, token: scene[by].token, body, headers }),
  };
}

describe("changing a reservation", () => {
  test("writes what was sent and says what it was", async () => {
    const { tripId, owner, reservation, base, patch } = await newDesk();
    const sent = await patch({ confirmation: "K7", from: { name: "Kyoto" }, notes: null });
    const after = {
      ...reservation,
      confirmation: "K7",
      from: { name: "Kyoto" },
      version: 2,
      updatedAt: expect.any(String),
    };
    expect(sent.body).toEqual(after);
    const [event, ...more] = await lastGroup(owner, tripId, base);
    expect(event).toMatchObject({
      seq: expectWritten(sent),
      op: "reservation.updated",
      changes: { confirmation: [null, "K7"], from: [null, { name: "Kyoto" }] },
    });
    expect(more).toEqual([]);
    expect((await readTrip(owner, tripId)).reservations).toEqual([sent.body]);
  });

  test("to what it is already changes nothing", async () => {
    const { tripId, owner, reservation, base, patch } = await newDesk();
    expect((await patch({ start: reservation.start, title: reservation.title })).body).toEqual(reservation);
    expect((await readTrip(owner, tripId)).seq).toBe(base);
  });

  test.each<[string, object, string]>([
    [
      "an end before the start that stays",
      { end: { local: "2026-11-14T14:59", zone: TOKYO } },
      "The end is before the start.",
    ],
    [
      "a start behind the end that stays",
      { start: { local: "2026-11-15T11:01", zone: TOKYO } },
      "The end is before the start.",
    ],
    ["no start for the end that stays", { start: null }, "Give the start too, or remove the end."],
  ])("is refused for %s", async (_, body, message) => {
    const { tripId, owner, reservation, patch } = await newDesk();
    expectInvalid(await patch(body), ["end", message]);
    expect((await readTrip(owner, tripId)).reservations).toEqual([reservation]);
  });

  test("compares ends as instants; a date alone is as wide as it can be", async () => {
    const { patch } = await newDesk();
    const dateLine = {
      start: { local: "2026-11-15T00:30", zone: "Pacific/Auckland" },
      end: { local: "2026-11-14T15:00", zone: ANGELES },
    };
    expect((await patch(dateLine)).status).toBe(200);
    const day = { local: "2026-11-14", zone: TOKYO };
    expect((await patch({ start: { ...day, local: "2026-11-14T23:00" }, end: day })).status).toBe(200);
  });

  test("is refused for a deleted one, and another trip's", async () => {
    const { tripId, owner, reservation, patch } = await newDesk();
    const params = { tripId: (await newTrip(owner)).id, reservationId: reservation.id };
    const body = { title: "Mine" };
    expectAbsent(await send(reservationsApi.update, { params, token: owner.token, body }), "reservation");
    const own = { tripId, reservationId: reservation.id };
    await send(reservationsApi.delete, { params: own, token: owner.token });
    expectAbsent(await patch(body), "reservation");
    expectAbsent(await send(reservationsApi.delete, { params: own, token: owner.token }), "reservation");
  });

  test("keeps the link to a stop that is deleted, also when it is sent again; a new link needs a stop", async () => {
    const { tripId, owner, trip, stop, patch } = await newDesk();
    const other = await newStop(owner, trip);
    await patch({ stopId: stop.id });
    for (const { id: stopId } of [stop, other])
      await send(stopsApi.delete, { params: { tripId, stopId }, token: owner.token });
    expect((await patch({ stopId: stop.id, title: "Tawaraya" })).body).toMatchObject({ stopId: stop.id });
    expectInvalid(await patch({ stopId: other.id }), ["stopId", "This is no stop of the trip."]);
    await send(stopsApi.restore, { params: { tripId, stopId: stop.id }, token: owner.token });
    expect(await readTrip(owner, tripId)).toMatchObject({
      stops: [{ id: stop.id }],
      reservations: [{ stopId: stop.id, title: "Tawaraya" }],
    });
  });
});

describe("its two ends are one field", () => {
  const later = { local: "2026-11-16T11:00", zone: TOKYO };
  const earlier = { local: "2026-11-14T09:00", zone: TOKYO };

  test("for people who change one each", async () => {
    const { base, patch } = await newDesk();
    const headers = { "x-base-seq": String(base) };
    const first = await patch({ end: later }, { by: "editor", headers });
    const message = "Someone else changed this in the meantime.";
    const details = { fields: ["start"], current: first.body };
    const second = await patch({ start: earlier, title: "Mine" }, { headers });
    expectRefused(second, 409, "FIELD_CONFLICT", message, { details });
    expect((await patch({ title: "Mine" }, { headers })).status).toBe(200);
    expect(
      (await patch({ start: earlier }, { headers: { ...headers, "x-force": "true" } })).body,
    ).toMatchObject({
      start: earlier,
      end: later,
    });
  });

  test("for undo, which would else put one back beside another's new one", async () => {
    const { tripId, owner, patch } = await newDesk();
    const first = expectWritten(await patch({ start: earlier }));
    const second = expectWritten(await patch({ end: later }, { by: "editor" }));
    const undo = (seq: number) =>
      send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: owner.token });
    const message = "Something later builds on this change. Undo that first.";
    expectRefused(await undo(first), 409, "UNDO_CONFLICT", message, { details: { seqs: [second] } });
    expect((await undo(second)).status).toBe(200);
    expect((await undo(first)).status).toBe(200);
  });
});

test("deleted and restored, it is as it was, with its comments", async () => {
  const { tripId, owner, viewer, reservation, base } = await newDesk();
  const target = { kind: "reservation" as const, id: reservation.id };
  await newComment(viewer, tripId, { target });
  const params = { tripId, reservationId: reservation.id };
  expectWritten(await send(reservationsApi.delete, { params, token: owner.token }), 204);
  expect((await readTrip(owner, tripId)).reservations).toEqual([]);
  const events = await lastGroup(owner, tripId, base + 1);
  expect(events).toMatchObject([{ op: "reservation.deleted", entity: { id: reservation.id } }]);
  const restored = await send(reservationsApi.restore, { params, token: owner.token });
  expectWritten(restored);
  expect(restored.body).toEqual({
    ...reservation,
    commentCount: 1,
    version: 3,
    updatedAt: expect.any(String),
  });
  expect((await readTrip(owner, tripId)).reservations).toEqual([restored.body]);
  const again = await send(reservationsApi.restore, { params, token: owner.token });
  expect([again.status, again.body]).toEqual([200, restored.body]);
});

test("undo takes back adding, changing, deleting and restoring, and undo of that brings it forth", async () => {
  const { tripId, owner, reservation, patch } = await newDesk();
  const params = { tripId, reservationId: reservation.id };
  const { token } = owner;
  const deeds = [
    () => patch({ title: "Tawaraya", start: { local: "2026-11-14", zone: TOKYO } }),
    () => send(reservationsApi.delete, { params, token }),
    () => send(reservationsApi.restore, { params, token }),
  ];
  for (const deed of deeds) {
    const before = await shown();
    const seq = (await deed()).headers.get("x-trip-seq") ?? "";
    const after = await shown();
    const undone = await send(eventsApi.undo, { params: { tripId, seq }, token });
    expect(await shown(), undone.text).toEqual(before);
    const redo = String(expectWritten(undone));
    await send(eventsApi.undo, { params: { tripId, seq: redo }, token });
    expect(await shown()).toEqual(after);
  }

  async function shown() {
    const { reservations: held } = await readTrip(owner, tripId);
    return held.map(({ version: _, updatedAt: __, ...fields }) => fields);
  }
});
