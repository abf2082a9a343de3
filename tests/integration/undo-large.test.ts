import { expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { importsApi } from "#lib/shared/api/imports.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newStop, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { fileForm } from "#tests/helpers/file-inputs.ts";
import { send } from "#tests/helpers/handlers.ts";
import { expectWritten } from "#tests/helpers/refusals.ts";
import { recordStatements } from "#tests/helpers/statements.ts";

vi.setConfig({ testTimeout: 60_000 });

/**
 * The number of an undo's statements: session, begin, lock, the group, later changes of its rows, its rows, their
 * retired days, the write, the log, commit.
 */
const STATEMENTS = 10;
/** The number of statements of an undo that restores rows; one more counts the rows. */
const STATEMENTS_BACK = STATEMENTS + 1;

/** The number of places in the imported file; it is as large as in a long trip. */
const MANY_PLACES = 1000;

const PLACES = Array.from(
  { length: MANY_PLACES },
  (_, n) => `<wpt lat="35.0" lon="${135 + n / 10_000}"><name>Place ${n}</name></wpt>`,
);

/** Returns the plan without the rows' versions. */
function planOf({ days, stops }: TripDto): object {
  const undated = { version: 0, updatedAt: "" };
  return {
    days: days.map((day) => ({ ...day, ...undated })),
    stops: stops.map((stop) => ({ ...stop, ...undated })),
  };
}

async function undo(person: Person, tripId: string): Promise<string[]> {
  const { seq } = await readTrip(person, tripId);
  const said = await recordStatements(async () => {
    const input = { params: { tripId, seq: String(seq) }, token: person.token };
    expect(expectWritten(await send(eventsApi.undo, input))).toBeGreaterThan(seq);
  });
  return said.map(({ name }) => name);
}

test("an import of a thousand places is undone, and redone, by as many statements as one of a few", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  await newStop(ann, trip);
  const before = await readTrip(ann, trip.id);
  const form = fileForm(`<gpx version="1.1">${PLACES.join("")}</gpx>`);
  const sent = await send(importsApi.create, { params: { tripId: trip.id }, token: ann.token, form });
  expect(sent.status, sent.text).toBe(200);
  const imported = await readTrip(ann, trip.id);
  expect(imported.stops).toHaveLength(1 + MANY_PLACES);
  expect((await undo(ann, trip.id)).length).toBeLessThanOrEqual(STATEMENTS);
  expect(planOf(await readTrip(ann, trip.id))).toEqual(planOf(before));
  expect((await undo(ann, trip.id)).length).toBeLessThanOrEqual(STATEMENTS_BACK);
  expect(planOf(await readTrip(ann, trip.id))).toEqual(planOf(imported));
  const then = await send(tripsApi.snapshot, {
    params: { tripId: trip.id },
    query: { seq: String(imported.seq) },
    token: ann.token,
  });
  expect(then.body).toEqual(imported);
});

test("stops of many days that were taken back stand where they stood, in as few statements as days", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: "2027-03-01", endDate: "2027-03-30" });
  await freshDatabase().pool.query(
    `insert into stops (id, trip_id, day_id, position, name)
       select gen_random_uuid(), $1, id, 'a' || n, 'Stop ' || n from days, generate_series(1, 9) n where trip_id = $1`,
    [trip.id],
  );
  await freshDatabase().pool.query("update trips set stop_count = 270 where id = $1", [trip.id]);
  const before = await readTrip(ann, trip.id);
  await patchTrip(ann, trip.id, { startDate: "2027-03-30", endDate: "2027-03-30" });
  const said = await undo(ann, trip.id);
  expect(planOf(await readTrip(ann, trip.id))).toEqual(planOf(before));
  expect(said.filter((name) => name.includes("stop")).length).toBeLessThanOrEqual(4);
});
