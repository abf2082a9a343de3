// @alone: looks at whole tables
import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { addOtherTrips, eventsPerTrip } from "#tests/bench/other-trips.ts";
import { expectIntegrity } from "#tests/helpers/integrity.ts";

test("the trips of others that the bench measures among are as the service would have written them", async () => {
  await addOtherTrips({ from: 0, to: 20, edits: 3 });
  await addOtherTrips({ from: 20, to: 30, edits: 3 });
  const { rows } = await freshDatabase().pool.query<{ events: number }>(
    `select count(*)::int as events from trip_events e join trips t on t.id = e.trip_id
       where t.title like 'Trip % of others' group by t.id`,
  );
  expect(rows.map(({ events }) => events)).toEqual(Array.from({ length: 30 }, () => eventsPerTrip(3)));
  await expectIntegrity();
});
