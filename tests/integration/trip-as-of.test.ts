import { expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { Person } from "#tests/factories/people.ts";
import { newTripFixture } from "#tests/factories/trip-fixture.ts";
import { patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";
import { recordStatements, type SentStatement } from "#tests/helpers/statements.ts";

const EVENTS = 1050;
const pages = ({ name }: SentStatement) => name === "select_changes_back";

function snapshot(reader: Person, tripId: string, seq: number): Promise<RawAnswer> {
  return send(tripsApi.snapshot, { params: { tripId }, query: { seq: String(seq) }, token: reader.token });
}

/** Adds changes of the stop's notes to the event log and to the stop's row. */
async function rewriteNotes(tripId: string, stopId: string): Promise<void> {
  const { pool } = freshDatabase();
  await pool.query(
    `insert into trip_events (trip_id, seq, group_id, via, op, entity_id, before, after, at)
       select $1, seq + n, gen_random_uuid(), 'user', 'stop.updated', $2,
         jsonb_build_object('notes', case when n > 1 then 'Note ' || n - 1 end), '{}', now()
       from trips, generate_series(1, $3::int) n where id = $1`,
    [tripId, stopId, EVENTS],
  );
  await pool.query("update stops set notes = 'Note ' || $2::int, version = version + $2 where id = $1", [
    stopId,
    EVENTS,
  ]);
  await pool.query("update trips set seq = seq + $2, published_seq = seq + $2 where id = $1", [
    tripId,
    EVENTS,
  ]);
}

test("a long history is taken back page by page, and only what came later", async () => {
  const { owner, tripId, stop } = await newTripFixture();
  const before = await readTrip(owner, tripId);
  await rewriteNotes(tripId, stop.id);
  let sent: RawAnswer | undefined;
  const said = await recordStatements(async () => {
    sent = await snapshot(owner, tripId, before.seq);
  });
  expect(sent?.body).toEqual(before);
  const asked = said.filter(pages).map(({ values }) => values);
  expect(asked).toHaveLength(6);
  const middle = (await snapshot(owner, tripId, before.seq + 500)).body;
  expect(middle).toMatchObject({ seq: before.seq + 500, stops: [{ notes: "Note 500", version: 501 }] });
  const late = await recordStatements(() => snapshot(owner, tripId, before.seq + EVENTS - 10));
  expect(late.filter(pages)).toHaveLength(1);
});

test("all pages are of one moment, whatever becomes of the log meanwhile", async () => {
  const { owner, tripId, stop } = await newTripFixture();
  const before = await readTrip(owner, tripId);
  await rewriteNotes(tripId, stop.id);
  await patchTrip(owner, tripId, { title: "Nara" });
  let sent: RawAnswer | undefined;
  let turns = 0;
  await recordStatements(
    async () => {
      sent = await snapshot(owner, tripId, before.seq);
    },
    (statement) => {
      turns += pages(statement) ? 1 : 0;
      return turns === 2 && pages(statement) ? purge(tripId) : undefined;
    },
  );
  expect(turns).toBe(6);
  expect(sent?.body).toEqual(before);
});

async function purge(tripId: string): Promise<void> {
  await freshDatabase().pool.query("delete from trips where id = $1", [tripId]);
}
