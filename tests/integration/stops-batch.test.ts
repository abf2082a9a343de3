import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { MAX_STOPS, type StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { newStop, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectRefused,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";

interface Given {
  id?: string;
  dayId?: string | null;
  name: string;
}

function add({ token }: Person, { id: tripId }: Pick<TripDto, "id">, stops: Given[]) {
  return send(stopsApi.createMany, { token, params: { tripId }, body: { stops } });
}

function listOf(count: number): Given[] {
  return Array.from({ length: count }, (_, index) => ({ dayId: null, name: `Stop ${index}` }));
}

function namesOn({ stops }: TripDto, dayId: string | null): string[] {
  return stops.filter((stop) => stop.dayId === dayId).map(({ name }) => name);
}

test("refused like one stop, and where they are of two days, none, or too many", async () => {
  const { trip, tripId, viewer, stranger, editor } = await newTripFixture();
  const [first, second] = trip.days.map(({ id }) => id);
  const stops = [{ dayId: first ?? null, name: "Gion" }];
  expectUnauthenticated(await send(stopsApi.createMany, { params: { tripId }, body: { stops } }));
  expectAbsent(await add(stranger, trip, stops), "trip");
  expectForbidden(await add(viewer, trip, stops), "viewer", "editor");
  const apart = [...stops, { dayId: second ?? null, name: "Nara" }];
  expectRefused(await add(editor, trip, apart), 422, "VALIDATION_FAILED", "Some fields need a change.", {
    issues: [{ path: "stops", message: "Add to one day at once." }],
  });
  expectRefused(await add(editor, trip, []), 422, "VALIDATION_FAILED", "Some fields need a change.", {
    issues: [{ path: "stops", message: "Send at least 1 entry." }],
  });
  expect((await add(editor, trip, listOf(201))).status).toBe(422);
  const unknown = [{ dayId: uuidv7(), name: "Gion" }];
  expectRefused(await add(editor, trip, unknown), 422, "VALIDATION_FAILED", "Some fields need a change.", {
    issues: [{ path: "dayId", message: "This is no day of the trip." }],
  });
  expect(namesOn(await readTrip(editor, tripId), null)).toEqual([]);
});

test("they stand in their order behind what is there, as one group that one undo takes back", async () => {
  const { trip, tripId, editor } = await newTripFixture();
  const dayId = trip.days[0]?.id ?? null;
  await newStop(editor, trip, { dayId, name: "Before" });
  const before = await readTrip(editor, tripId);
  const place = { lat: 40.7128, lng: -74.006 };
  const given = [
    { dayId, name: "One", place, startTime: "09:30" },
    { dayId, name: "Two" },
    { dayId, name: "Three" },
  ];
  const answer = await add(editor, trip, given);
  const seq = expectWritten(answer, 201);
  const made = answer.body as StopDto[];
  expect(made).toMatchObject([{ name: "One", startTime: "09:30" }, { name: "Two" }, { name: "Three" }]);
  // Time zones follow from the place; the trip is in Japan.
  expect(made.map(({ timezone }) => timezone)).toEqual(["America/New_York", null, null]);
  const now = await readTrip(editor, tripId);
  expect(namesOn(now, dayId)).toEqual([...namesOn(before, dayId), "One", "Two", "Three"]);
  expect(now.stops).toEqual(expect.arrayContaining(made));
  const undone = await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: editor.token });
  expect(undone.status).toBe(200);
  expect(namesOn(await readTrip(editor, tripId), dayId)).toEqual(namesOn(before, dayId));
});

test("a repeat adds nothing, and answers the same stops", async () => {
  const { trip, tripId, editor } = await newTripFixture();
  const stops = ["One", "Two"].map((name) => ({ id: uuidv7(), dayId: null, name }));
  const first = await add(editor, trip, stops);
  const again = await add(editor, trip, stops);
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body).toEqual(first.body);
  expect(namesOn(await readTrip(editor, tripId), null)).toEqual(["One", "Two"]);
});

test("so many that the trip would hold too many are refused together, and as many as fit are added", async () => {
  const { trip, tripId, editor } = await newTripFixture();
  const held = (await readTrip(editor, tripId)).stops.length;
  for (let left = MAX_STOPS - held - 100; left > 0; left -= 200) {
    expect((await add(editor, trip, listOf(Math.min(left, 200)))).status).toBe(201);
  }
  const refused = await add(editor, trip, listOf(101));
  expectRefused(refused, 422, "LIMIT_REACHED", `A trip holds at most ${MAX_STOPS} stops. Delete some first.`);
  expect((await add(editor, trip, listOf(100))).status).toBe(201);
  expect((await readTrip(editor, tripId)).stops).toHaveLength(MAX_STOPS);
});
