import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { newPerson } from "#tests/factories/people.ts";
import { newStop, newTrip } from "#tests/factories/trips.ts";

async function updatesOfTrips(): Promise<{ all: number; inPlace: number }> {
  const client = await freshDatabase().pool.connect();
  try {
    // Other connections report their counts when they are idle; this connection must drop its own snapshot of the
    // counts.
    await client.query("select pg_stat_clear_snapshot()");
    const { rows } = await client.query(
      `select n_tup_upd::int as all, n_tup_hot_upd::int as "inPlace" from pg_stat_user_tables where relname = 'trips'`,
    );
    return rows[0];
  } finally {
    client.release();
  }
}

test("a write leaves the indexes of trips alone", async () => {
  const ann = await newPerson();
  const trip = await newTrip(ann);
  const before = await updatesOfTrips();
  const writes = 40;
  for (let n = 0; n < writes; n++) await newStop(ann, trip);
  await expect
    .poll(async () => (await updatesOfTrips()).all - before.all, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(writes);
  const after = await updatesOfTrips();
  // Some updates find their page full and are not in place, whatever the statements do.
  expect(after.inPlace - before.inPlace).toBeGreaterThanOrEqual(0.8 * (after.all - before.all));
});
