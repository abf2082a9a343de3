import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import type { Endpoint } from "#lib/shared/api/endpoint.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { suggestionsApi } from "#lib/shared/api/suggestions.ts";
import { applyEvent } from "#lib/shared/merge.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newReservation } from "#tests/factories/bookings.ts";
import { newTripFixture, type TripFixture } from "#tests/factories/trip-fixture.ts";
import {
  lastGroup,
  newComment,
  newItem,
  newStop,
  newSuggestion,
  newTrip,
  readTrip,
} from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectInvalid, expectRefused } from "#tests/helpers/refusals.ts";

const moveTo = (dayId = "") => ({ dayId, afterId: null });

test("a suggestion is kept small: everybody's snapshot carries it", async () => {
  const { tripId, viewer } = await newTripFixture();
  const input = { dayId: null, name: "Nara", notes: "é".repeat(9000) };
  const changes = Array.from({ length: 10 }, () => ({ op: "stops.create", input }));
  const sent = await send(suggestionsApi.create, {
    params: { tripId },
    token: viewer.token,
    body: { changes },
  });
  expectInvalid(sent, ["changes", "This is too much for one suggestion. Split it into several."]);
});

test("the open suggestions are kept small together, too", async () => {
  const { tripId, viewer, owner } = await newTripFixture();
  const input = { dayId: null, name: "Nara", notes: "é".repeat(5000) };
  const changes = Array.from({ length: 12 }, () => ({ op: "stops.create" as const, input }));
  const made: string[] = [];
  for (let count = 0; count < 8; count++) made.push((await newSuggestion(viewer, tripId, { changes })).id);
  const params = { tripId, suggestionId: made[0] ?? "" };
  const another = () => send(suggestionsApi.create, { params, token: viewer.token, body: { changes } });
  const message = "The open suggestions of this trip are too large together. Ask an editor to answer some.";
  expectRefused(await another(), 422, "LIMIT_REACHED", message);
  await send(suggestionsApi.dismiss, { params, token: owner.token, body: {} });
  expect((await another()).status).toBe(201);
});

test("lines that a trip has no room for are not taken, however many fit", async () => {
  const { tripId, viewer, owner } = await newTripFixture();
  const changes = ["Nara", "Uji"].map((name) => ({
    op: "stops.create" as const,
    input: { dayId: null, name },
  }));
  const params = { tripId, suggestionId: (await newSuggestion(viewer, tripId, { changes })).id };
  // The statement leaves space for one more stop: the fixture has one stop already, and two are suggested.
  await freshDatabase().pool.query(
    `with added as (insert into stops (id, trip_id, position, name)
       select gen_random_uuid(), $1, 'a' || g, 'Stop ' || g from generate_series(1, $2::int) g)
     update trips set stop_count = stop_count + $2 where id = $1`,
    [tripId, MAX_STOPS - 2],
  );
  const accept = (lines?: number[]) =>
    send(suggestionsApi.accept, { params, body: lines ? { lines } : {}, token: owner.token });
  expect(await accept()).toMatchObject({
    status: 422,
    body: { issues: [{ path: "lines.1" }], details: { line: 1, code: "LIMIT_REACHED" } },
  });
  expect((await accept([0])).status).toBe(200);
});

test("a line keeps what an earlier one has changed of the same thing", async () => {
  const { tripId, viewer, owner } = await newTripFixture();
  const item = await newItem(owner, tripId, { text: "Socks" });
  const made = await newSuggestion(viewer, tripId, {
    changes: [
      { op: "trips.update", input: { title: "Nara" } },
      { op: "trips.update", input: { startDate: "2026-11-14", endDate: "2026-11-15" } },
      { op: "trips.update", input: { startDate: "2026-11-16", endDate: "2026-11-17", dateMode: "shift" } },
      { op: "trips.update", input: { currency: "EUR" } },
      { op: "items.update", entityId: item.id, input: { text: "Shoes" } },
      { op: "items.update", entityId: item.id, input: { section: "Feet" } },
    ],
  });
  const before = await readTrip(owner, tripId);
  const sent = await send(suggestionsApi.accept, {
    params: { tripId, suggestionId: made.id },
    body: {},
    token: owner.token,
  });
  expect(sent.status, sent.text).toBe(200);
  const after = await readTrip(owner, tripId);
  expect(after).toMatchObject({ title: "Nara", currency: "EUR", version: before.version + 4 });
  expect([after.startDate, after.endDate]).toEqual(["2026-11-16", "2026-11-17"]);
  expect(after.days.map(({ id, date }) => [id, date])).toEqual(
    before.days.slice(0, 2).map(({ id }, index) => [id, ["2026-11-16", "2026-11-17"][index]]),
  );
  expect(after.items).toMatchObject([{ text: "Shoes", section: "Feet" }]);
  const context = { userId: owner.userId, now: new Date() };
  const events = await lastGroup(owner, tripId, before.seq);
  expect(events.reduce((trip, event) => applyEvent(trip, event, context), before)).toEqual(after);
  const params = { tripId, seq: String(before.seq + 1) };
  expect((await send(eventsApi.undo, { params, token: owner.token })).status).toBe(200);
  const { title, currency, startDate, endDate } = before;
  expect(await readTrip(owner, tripId)).toMatchObject({ title, currency, startDate, endDate });
});

test("lines are refused one by one also when there are more of them at once than connections", async () => {
  const owner = await newPerson();
  const { token } = owner;
  const made = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const trip = await newTrip(owner);
      const { id: stopId } = await newStop(owner, trip);
      const changes = [{ op: "stops.update" as const, entityId: stopId, input: { name: "Nara" } }];
      const { id: suggestionId } = await newSuggestion(owner, trip.id, { changes });
      await send(stopsApi.delete, { params: { tripId: trip.id, stopId }, token });
      return { tripId: trip.id, suggestionId };
    }),
  );
  const sent = await Promise.all(
    made.map((params) => send(suggestionsApi.accept, { params, body: {}, token })),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([422]));
});

test("a move that was suggested before somebody else's is a conflict, unless it is forced", async () => {
  const { tripId, trip, viewer, owner, stop } = await newTripFixture();
  const [, second, third] = trip.days.map(({ id }) => id);
  const changes = [{ op: "stops.move" as const, entityId: stop.id, input: moveTo(second) }];
  const made = await newSuggestion(viewer, tripId, { changes });
  const params = { tripId, stopId: stop.id };
  await send(stopsApi.move, { params, body: moveTo(third), token: owner.token });
  const accept = { params: { tripId, suggestionId: made.id }, body: {}, token: owner.token };
  expect(await send(suggestionsApi.accept, accept)).toMatchObject({
    status: 409,
    body: { code: "FIELD_CONFLICT", issues: [{ path: "lines.0" }], details: { current: { dayId: third } } },
  });
  const forced = await send(suggestionsApi.accept, { ...accept, headers: { "x-force": "true" } });
  expect(forced.status, forced.text).toBe(200);
  expect((await readTrip(owner, tripId)).stops).toMatchObject([{ id: stop.id, dayId: second }]);
});

describe("a delete that was suggested before somebody changed the thing", () => {
  const scenes = {
    "stops.delete": async (scene: TripFixture) => ({
      id: scene.stop.id,
      change: () => patch(scene, stopsApi.update, { stopId: scene.stop.id }, { notes: "Booked!" }),
      harmless: async () => {
        const params = { tripId: scene.tripId, stopId: scene.stop.id };
        await newStop(scene.owner, scene.trip);
        const body = { dayId: scene.trip.days[0]?.id, afterId: null };
        await send(stopsApi.move, { params, body, token: scene.owner.token });
        await send(stopsApi.vote, { params, body: { value: 1 }, token: scene.guest.token });
      },
      field: "notes",
    }),
    "reservations.delete": async (scene: TripFixture) => {
      const { id } = await newReservation(scene.editor, scene.tripId);
      return {
        id,
        change: () => patch(scene, reservationsApi.update, { reservationId: id }, { confirmation: "X7" }),
        harmless: () => newComment(scene.guest, scene.tripId, { target: { kind: "reservation", id } }),
        field: "confirmation",
      };
    },
    "items.delete": async (scene: TripFixture) => {
      const { id } = await newItem(scene.editor, scene.tripId);
      const params = { tripId: scene.tripId, itemId: id };
      return {
        id,
        change: () => patch(scene, itemsApi.update, { itemId: id }, { isDone: true }),
        harmless: () => send(itemsApi.move, { params, body: { afterId: null }, token: scene.owner.token }),
        field: "doneAt",
      };
    },
  };
  const OPS = ["stops.delete", "reservations.delete", "items.delete"] as const;

  test.each(OPS)("is a conflict, unless it is forced (%s)", async (op) => {
    const scene = await newTripFixture();
    const { tripId, viewer, owner } = scene;
    const { id, change, harmless, field } = await scenes[op](scene);
    const made = await newSuggestion(viewer, tripId, { changes: [{ op, entityId: id, input: {} }] });
    await harmless();
    const accept = { params: { tripId, suggestionId: made.id }, body: {}, token: owner.token };
    await change();
    expect(await send(suggestionsApi.accept, accept)).toMatchObject({
      status: 409,
      body: {
        code: "FIELD_CONFLICT",
        issues: [{ path: "lines.0" }],
        details: { line: 0, fields: [field], current: { id } },
      },
    });
    const forced = await send(suggestionsApi.accept, { ...accept, headers: { "x-force": "true" } });
    expect(forced.status, forced.text).toBe(200);
  });

  test.each(OPS)("is taken where nobody has changed anything (%s)", async (op) => {
    const scene = await newTripFixture();
    const { tripId, viewer, owner } = scene;
    const { id, harmless } = await scenes[op](scene);
    const made = await newSuggestion(viewer, tripId, { changes: [{ op, entityId: id, input: {} }] });
    await harmless();
    const accept = { params: { tripId, suggestionId: made.id }, body: {}, token: owner.token };
    const taken = await send(suggestionsApi.accept, accept);
    expect(taken.status, taken.text).toBe(200);
    const { stops, reservations, items } = await readTrip(owner, tripId);
    expect([...stops, ...reservations, ...items].map((row) => row.id)).not.toContain(id);
  });
});

async function patch(
  { tripId, owner }: TripFixture,
  endpoint: Pick<Endpoint, "path" | "method">,
  params: Record<string, string>,
  body: object,
): Promise<void> {
  const sent = await send(endpoint, { params: { tripId, ...params }, body, token: owner.token });
  expect(sent.status, sent.text).toBe(200);
}
