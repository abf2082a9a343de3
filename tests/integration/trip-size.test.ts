import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { commentsApi } from "#lib/shared/api/comments.ts";
import { eventsApi } from "#lib/shared/api/events.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { MAX_TRIP_BYTES } from "#lib/shared/trip-size.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newStop, newTrip } from "#tests/factories/trips.ts";
import { send, type RawAnswer } from "#tests/helpers/handlers.ts";

let owner: Person;
let tripId: string;
let last: string;

const LONG = "n".repeat(9000);

/** Fills the trip to a few kilobytes below its maximum size. */
async function fill(): Promise<void> {
  const { pool } = freshDatabase();
  await pool.query(
    `insert into stops (id, trip_id, position, name, category, notes)
     select gen_random_uuid(), $1, 'a0' || lpad(n::text, 4, '0') || '1', 'Stop ' || n, 'other', repeat('n', 9000)
     from generate_series(1, 910) n`,
    [tripId],
  );
  await pool.query("update trips set stop_count = stop_count + 910, size_bytes = null where id = $1", [
    tripId,
  ]);
}

const addStop = (notes: string | null, id = uuidv7()) =>
  send(stopsApi.create, {
    params: { tripId },
    token: owner.token,
    body: { id, name: "Lunch", dayId: null, notes },
  });

function expectFull({ status, body }: RawAnswer): void {
  expect({ status, body }).toMatchObject({
    status: 422,
    body: {
      code: "LIMIT_REACHED",
      message: expect.stringMatching(/8 MiB/),
      details: { maxBytes: MAX_TRIP_BYTES },
    },
  });
}

beforeAll(async () => {
  owner = await newPerson();
  const trip = await newTrip(owner);
  tripId = trip.id;
  last = (await newStop(owner, trip)).id;
  await fill();
  // Adds stops until one is refused.
  while ((await addStop(LONG)).status === 201);
});

describe("a trip that is full to its last kilobytes refuses, with nothing written, what makes it larger:", () => {
  test("a new stop, a longer note, an item of a list", async () => {
    const before = await send(tripsApi.get, { params: { tripId }, token: owner.token });
    expectFull(await addStop(LONG));
    const params = { tripId, stopId: last };
    expectFull(await send(stopsApi.update, { params, token: owner.token, body: { notes: LONG } }));
    const items = Array.from({ length: 30 }, () => ({ id: uuidv7(), list: "todo", text: "x".repeat(300) }));
    expectFull(await send(itemsApi.createMany, { params: { tripId }, token: owner.token, body: { items } }));
    const after = await send(tripsApi.get, { params: { tripId }, token: owner.token });
    expect(after.text).toBe(before.text);
  });

  test("what was deleted and comes back, by a restore or by undo", async () => {
    const stop = (await send(tripsApi.get, { params: { tripId }, token: owner.token })).body as {
      stops: { id: string; notes: string | null }[];
    };
    const long = stop.stops.find(({ notes }) => notes === LONG)?.id ?? "";
    const params = { tripId, stopId: long };
    const gone = await send(stopsApi.delete, { params, token: owner.token });
    expect(gone.status).toBe(204);
    const seq = Number(gone.headers.get("x-trip-seq"));
    expect((await addStop(LONG.slice(1000))).status).toBe(201);
    expectFull(await send(stopsApi.restore, { params, token: owner.token }));
    expectFull(await send(eventsApi.undo, { params: { tripId, seq: String(seq) }, token: owner.token }));
  });

  test("and takes what does not: a shorter note, another order, a comment, a small stop", async () => {
    const params = { tripId, stopId: last };
    expect(
      (await send(stopsApi.update, { params, token: owner.token, body: { notes: "Short" } })).status,
    ).toBe(200);
    const body = { id: uuidv7(), target: { kind: "trip", id: tripId }, body: "Full!" };
    expect((await send(commentsApi.create, { params: { tripId }, token: owner.token, body })).status).toBe(
      201,
    );
    expect((await addStop(null)).status).toBe(201);
  });
});

test("one that is too large already can be read and made smaller, and is copied by nobody", async () => {
  await freshDatabase().pool.query(
    "update stops set notes = repeat('n', 10000) where trip_id = $1 and notes is not null",
    [tripId],
  );
  await freshDatabase().pool.query("update trips set size_bytes = null where id = $1", [tripId]);
  expect((await send(tripsApi.get, { params: { tripId }, token: owner.token })).status).toBe(200);
  expectFull(await send(tripsApi.duplicate, { params: { tripId }, token: owner.token, body: {} }));
  expectFull(await addStop("One more"));
  const { body } = await send(tripsApi.get, { params: { tripId }, token: owner.token });
  const { stops } = body as { stops: { id: string; notes: string | null }[] };
  const params = { tripId, stopId: stops.find(({ notes }) => notes !== null)?.id ?? "" };
  expect((await send(stopsApi.update, { params, token: owner.token, body: { notes: null } })).status).toBe(
    200,
  );
});

test("the size of a trip is known from its first write on, and never below what its rows come to", async () => {
  const person = await newPerson();
  const trip = await newTrip(person);
  for (let n = 0; n < 5; n++) await newStop(person, trip);
  const { rows } = await freshDatabase().pool.query<{ size_bytes: number; counted: number }>(
    "select size_bytes, (select sum(octet_length(s::text))::int from stops s where s.trip_id = t.id) as counted from trips t where id = $1",
    [trip.id],
  );
  expect(rows[0]?.size_bytes).toBeGreaterThan(rows[0]?.counted ?? Infinity);
});
