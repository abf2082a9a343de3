import { eq } from "drizzle-orm";
import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test, vi } from "vitest";
import { stops } from "#db/schema/plan.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { MAX_ORDER_KEY } from "#lib/shared/order.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { historyAfter, lastGroup, newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import {
  expectAbsent,
  expectForbidden,
  expectInvalid,
  expectUnauthenticated,
  expectWritten,
} from "#tests/helpers/refusals.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";
vi.setConfig({ testTimeout: IS_LONG ? 900_000 : 60_000 });

function namesOn(trip: Pick<TripDto, "stops">, dayId: string | null | undefined): string[] {
  return trip.stops.filter((stop) => stop.dayId === dayId).map(({ name }) => name);
}

async function moveStop(person: Person, tripId: string, stopId: string, body: object) {
  return send(stopsApi.move, { params: { tripId, stopId }, token: person.token, body });
}

/** Creates a trip of two days with the stops a to d on the first. */
async function newPlan() {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: "2027-05-01", endDate: "2027-05-02" });
  const added: StopDto[] = [];
  for (const name of ["a", "b", "c", "d"]) added.push(await newStop(ann, trip, { name }));
  const [a, b, c, d] = added.map(({ id }) => id);
  const [first, second] = trip.days.map(({ id }) => id);
  return { ann, trip, tripId: trip.id, a, b, c, d, first, second };
}

describe("moving a stop", () => {
  test("is for editors and owners, and within the trip", async () => {
    const scene = await newTripFixture();
    const other = await newTripFixture();
    const { tripId, stop } = scene;
    const input = { params: { tripId, stopId: stop.id }, body: { dayId: null, afterId: null } };
    expectUnauthenticated(await send(stopsApi.move, input));
    expectAbsent(await send(stopsApi.move, { ...input, token: scene.stranger.token }), "trip");
    expectForbidden(await send(stopsApi.move, { ...input, token: scene.guest.token }), "guest", "editor");
    expectForbidden(await send(stopsApi.move, { ...input, token: scene.viewer.token }), "viewer", "editor");
    expectAbsent(await moveStop(scene.owner, tripId, other.stop.id, input.body), "stop");
    const { dayId } = stop;
    const noStop: [string, string] = ["afterId", "This is no stop of the trip."];
    expectInvalid(await moveStop(scene.owner, tripId, stop.id, { dayId: other.stop.dayId, afterId: null }), [
      "dayId",
      "This is no day of the trip.",
    ]);
    for (const afterId of [uuidv7(), other.stop.id]) {
      expectInvalid(await moveStop(scene.owner, tripId, stop.id, { dayId, afterId }), noStop);
    }
    expectInvalid(
      await moveStop(scene.owner, tripId, stop.id, {}),
      ["dayId", "This is missing: send a text."],
      ["afterId", "This is missing: send a text."],
    );
    expect((await readTrip(scene.owner, tripId)).stops).toEqual([stop]);
  });

  test("writes one row, tells one event, and answers what is read later", async () => {
    const { ann, tripId, b, d, first } = await newPlan();
    const before = await readTrip(ann, tripId);
    const sent = await moveStop(ann, tripId, d ?? "", { dayId: first, afterId: b });
    expect(expectWritten(sent)).toBe(before.seq + 1);
    const after = await readTrip(ann, tripId);
    expect(namesOn(after, first)).toEqual(["a", "b", "d", "c"]);
    expect(after.stops.find(({ id }) => id === d)).toEqual(sent.body);
    const others = (trip: TripDto) => trip.stops.filter(({ id }) => id !== d);
    expect(others(after)).toEqual(others(before));
    const [event] = await lastGroup(ann, tripId, before.seq);
    expect(event).toMatchObject({ op: "stop.moved", entityId: d });
    expect(Object.keys((event && "changes" in event && event.changes) || {})).toEqual(["position"]);
  });

  test("goes first, last, to another day and to Ideas", async () => {
    const { ann, tripId, a, b, c, d, first, second } = await newPlan();
    await moveStop(ann, tripId, c ?? "", { dayId: first, afterId: null });
    await moveStop(ann, tripId, a ?? "", { dayId: first, afterId: d });
    expect(namesOn(await readTrip(ann, tripId), first)).toEqual(["c", "b", "d", "a"]);
    await moveStop(ann, tripId, b ?? "", { dayId: second, afterId: null });
    await moveStop(ann, tripId, d ?? "", { dayId: second, afterId: b });
    const idea = await moveStop(ann, tripId, c ?? "", { dayId: null, afterId: null });
    expect(idea.body).toMatchObject({ dayId: null, formerDate: null });
    const trip = await readTrip(ann, tripId);
    expect([first, second, null].map((day) => namesOn(trip, day))).toEqual([["a"], ["b", "d"], ["c"]]);
  });

  test("behind itself or to where it stands writes nothing", async () => {
    const { ann, tripId, a, b, first } = await newPlan();
    const before = await readTrip(ann, tripId);
    expect(expectWritten(await moveStop(ann, tripId, b ?? "", { dayId: first, afterId: b }))).toBe(
      before.seq,
    );
    expect(expectWritten(await moveStop(ann, tripId, b ?? "", { dayId: first, afterId: a }))).toBe(
      before.seq,
    );
    expect(await readTrip(ann, tripId)).toEqual(before);
  });

  test("to a day that was retired meanwhile loses nothing: it waits in Ideas and knows its day", async () => {
    const { ann, tripId, a, second } = await newPlan();
    await patchTrip(ann, tripId, { startDate: "2027-05-01", endDate: "2027-05-01" });
    const sent = await moveStop(ann, tripId, a ?? "", { dayId: second, afterId: null });
    expect(sent.body).toMatchObject({ dayId: null, formerDate: "2027-05-02" });
  });

  test("behind a stop that left the day meanwhile puts it last", async () => {
    const { ann, tripId, a, b, first, second } = await newPlan();
    await moveStop(ann, tripId, b ?? "", { dayId: second, afterId: null });
    await moveStop(ann, tripId, a ?? "", { dayId: first, afterId: b });
    expect(namesOn(await readTrip(ann, tripId), first)).toEqual(["c", "d", "a"]);
  });
});

test("when the keys of a gap run out they are spread anew: in the same order, as one write", async () => {
  const { ann, tripId, a, b, c, first } = await newPlan();
  // Hundreds of moves to the position after stop a would produce this key; the test writes it directly.
  const crowded = `a0${"0".repeat(MAX_ORDER_KEY - 3)}1`;
  await freshDatabase()
    .drizzle.update(stops)
    .set({ position: crowded })
    .where(eq(stops.id, b ?? ""));
  const { seq } = await readTrip(ann, tripId);
  expect(expectWritten(await moveStop(ann, tripId, c ?? "", { dayId: first, afterId: a }))).toBeGreaterThan(
    seq + 1,
  );
  const events = await lastGroup(ann, tripId, seq);
  expect(new Set(events.map(({ op }) => op))).toEqual(new Set(["stop.moved"]));
  expect(new Set(events.map(({ entityId }) => entityId)).size).toBe(events.length);
  const trip = await readTrip(ann, tripId);
  expect(namesOn(trip, first)).toEqual(["a", "c", "b", "d"]);
  expect(trip.stops.every(({ position }) => position.length < 5)).toBe(true);
  await send(eventsApi.undo, { params: { tripId, seq: String(seq + 1) }, token: ann.token });
  expect(namesOn(await readTrip(ann, tripId), first)).toEqual(["a", "b", "c", "d"]);
});

test("many moves to one place stay where they were put", async () => {
  const { ann, tripId, a, b, c, first } = await newPlan();
  for (let index = 0; index < (IS_LONG ? 2000 : 60); index++) {
    await moveStop(ann, tripId, (index % 2 === 0 ? c : b) ?? "", { dayId: first, afterId: a });
    const order = index % 2 === 0 ? "acbd" : "abcd";
    if (IS_LONG || index > 50) expect(namesOn(await readTrip(ann, tripId), first).join("")).toBe(order);
  }
});

const Move = fc.record({ stop: fc.nat(), day: fc.nat({ max: 2 }), after: fc.option(fc.nat(), { freq: 3 }) });

test("any moves keep the order of every list total and stable, and move only what was moved", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Move, { minLength: 1, maxLength: 12 }), async (moves) => {
      const { ann, trip, tripId } = await newPlan();
      const dayIds = [...trip.days.map(({ id }) => id), null];
      const lists = new Map<string | null, string[]>(dayIds.map((id) => [id, []]));
      const start = await readTrip(ann, tripId);
      const ids = new Map(start.stops.map(({ name, id }) => [name, id]));
      lists.set(dayIds[0] ?? null, ["a", "b", "c", "d"]);
      for (const move of moves) {
        const name = ["a", "b", "c", "d"][move.stop % 4] ?? "";
        const dayId = dayIds[move.day] ?? null;
        const others = (lists.get(dayId) ?? []).filter((other) => other !== name);
        const at = move.after === null ? 0 : move.after % (others.length + 1);
        const afterId = at === 0 ? null : (ids.get(others[at - 1] ?? "") ?? null);
        expectWritten(await moveStop(ann, tripId, ids.get(name) ?? "", { dayId, afterId }));
        for (const [day, list] of lists)
          lists.set(
            day,
            list.filter((other) => other !== name),
          );
        lists.set(dayId, others.toSpliced(at, 0, name));
      }
      const after = await readTrip(ann, tripId);
      expect(dayIds.map((day) => namesOn(after, day))).toEqual(dayIds.map((day) => lists.get(day)));
    }),
    { numRuns: IS_LONG ? 200 : 12 },
  );
});

test("a move that needs room tells every row as it is stored", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const [a, b, c] = [
    await newStop(ann, trip, { name: "A" }),
    await newStop(ann, trip, { name: "B" }),
    await newStop(ann, trip, { name: "C" }),
  ];
  const { client } = freshDatabase();
  await client.query("update stops set position = 'a5' where id = any($1)", [[a.id, b.id]]);
  await client.query("update stops set position = 'a9' where id = $1", [c.id]);
  const { seq } = await readTrip(ann, trip.id);
  const params = { tripId: trip.id, stopId: c.id };
  const moved = await send(stopsApi.move, {
    params,
    token: ann.token,
    body: { dayId: a.dayId, afterId: a.id },
  });
  const stored = await readTrip(ann, trip.id);
  expect(stored.stops.map(({ name }) => name)).toEqual(["A", "C", "B"]);
  expect(stored.stops).toContainEqual(moved.body);
  const events = await historyAfter(ann, trip.id, seq);
  const told = events.map((event) => ("entity" in event ? event.entity : null));
  for (const { votes: _, commentCount: __, ...stop } of stored.stops) {
    const last = told.findLast((entity) => entity && "id" in entity && entity.id === stop.id);
    if (last) expect(last).toEqual(stop);
  }
});

test("an idea keeps its day's date when the ideas are put in another order", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const last = trip.days.at(-1);
  await newStop(ann, trip, { dayId: last?.id ?? null, name: "A" });
  const b = await newStop(ann, trip, { dayId: last?.id ?? null, name: "B" });
  await patchTrip(ann, trip.id, { startDate: trip.startDate, endDate: trip.days.at(-2)?.date ?? null });
  const params = { tripId: trip.id, stopId: b.id };
  const moved = await send(stopsApi.move, { params, token: ann.token, body: { dayId: null, afterId: null } });
  expect(moved).toMatchObject({ status: 200, body: { dayId: null, formerDate: last?.date } });
});
