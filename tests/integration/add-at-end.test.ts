import fc from "fast-check";
import { BASE_62_DIGITS } from "fractional-indexing";
import { v7 as uuidv7 } from "uuid";
import { describe, expect, test } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { keyBetween } from "#lib/shared/order.ts";
import type { NewStop, StopDto } from "#lib/shared/stops.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { historyAfter, newMember, newTrip, patchTrip, readTrip } from "#tests/factories/trips.ts";
import { send, type SendInput } from "#tests/helpers/handlers.ts";
import { recordStatements } from "#tests/helpers/statements.ts";

const AT_ONCE = ["hold_trip", "add_stop_at_end"];
const KYOTO = { lat: 35.0116, lng: 135.7681 };

async function newPlan() {
  const ann = await newPerson();
  const trip = await newTrip(ann, { startDate: "2027-05-01", endDate: "2027-05-02" });
  const [first, second] = trip.days.map(({ id }) => id);
  return { ann, trip, tripId: trip.id, first: first ?? null, second: second ?? null };
}

type Plan = Awaited<ReturnType<typeof newPlan>>;

function add(person: Person, { tripId }: Plan, body: NewStop, more: Partial<SendInput> = {}) {
  return send(stopsApi.create, { params: { tripId }, token: person.token, body, ...more });
}

/**
 * Returns the names of the statements of an addition. An earlier addition makes the process know the session and the
 * trip.
 */
async function statements(person: Person, plan: Plan, body: NewStop): Promise<string[]> {
  await add(person, plan, { dayId: null, name: "Before" });
  return (await recordStatements(() => add(person, plan, body))).map(({ name }) => name);
}

describe("a stop at the end of a day", () => {
  test("is one round trip, session and all", async () => {
    const plan = await newPlan();
    expect(await statements(plan.ann, plan, { dayId: plan.first, name: "Gion" })).toEqual(AT_ONCE);
    expect(await statements(plan.ann, plan, { dayId: null, name: "Gion" })).toEqual(AT_ONCE);
    const bob = await newMember(plan.ann, plan.trip, "editor");
    expect(await statements(bob, plan, { dayId: plan.first, name: "Gion" })).toEqual(AT_ONCE);
  });

  test("is told, logged, kept and read in the same words", async () => {
    const plan = await newPlan();
    const { ann, tripId } = plan;
    const body: NewStop = {
      id: uuidv7(),
      dayId: plan.first,
      name: '金閣寺 "position":""',
      place: { ...KYOTO, address: "1 Kinkakujicho" },
      category: "sight",
      startTime: "09:00",
      endTime: "10:30",
      notes: "{\\n} 'quotes' \\u0041 🙂",
      url: "https://example.org/?a=1",
      cost: { amount: 500, currency: "JPY" },
      travelMode: "walk",
    };
    const headers = { "idempotency-key": uuidv7() };
    const sent = await add(ann, plan, body, { headers });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ ...body, position: "a0", timezone: null, votes: [], commentCount: 0 });
    const trip = await readTrip(ann, tripId);
    expect(trip.stops).toEqual([sent.body]);
    const { votes: _1, commentCount: _2, ...fields } = sent.body as StopDto;
    const [event] = await historyAfter(ann, tripId, plan.trip.seq);
    expect(event).toMatchObject({ op: "stop.created", seq: trip.seq, actorId: ann.userId, via: "user" });
    expect(event).toHaveProperty("entity", fields);
    expect(sent.headers.get("x-trip-seq")).toBe(String(trip.seq));
    const again = await add(ann, plan, body, { headers });
    expect([again.status, again.body]).toEqual([201, sent.body]);
    expect(await add(ann, plan, body)).toMatchObject({ status: 200, body: sent.body });
    expect((await readTrip(ann, tripId)).seq).toBe(trip.seq);
  });

  test("has no other's place when many are added at once, and comes in the order of the log", async () => {
    const plan = await newPlan();
    const { ann, tripId, first } = plan;
    const names = Array.from({ length: 40 }, (_, n) => `Stop ${n}`);
    const sent = await Promise.all(names.map((name) => add(ann, plan, { dayId: first, name })));
    expect(sent.every(({ status }) => status === 201)).toBe(true);
    const trip = await readTrip(ann, tripId);
    expect(new Set(trip.stops.map(({ position }) => position)).size).toBe(40);
    const events = await historyAfter(ann, tripId, plan.trip.seq);
    expect(events.map((event) => "entityId" in event && event.entityId)).toEqual(
      trip.stops.map(({ id }) => id),
    );
  });
});

describe("what is out of the ordinary goes the way that reads first", () => {
  test("a clock of its own, people, and a day that was retired", async () => {
    const plan = await newPlan();
    const { ann, tripId } = plan;
    const paris = { dayId: plan.first, name: "Louvre", place: { lat: 48.8606, lng: 2.3376 } };
    expect(await statements(ann, plan, paris)).toContain("lock_trip");
    const [member] = plan.trip.members;
    const shared = { dayId: plan.first, name: "Gion", participants: member ? [member.id] : [] };
    expect(await statements(ann, plan, shared)).toContain("lock_trip");
    await patchTrip(ann, tripId, { startDate: "2027-05-01", endDate: "2027-05-01" });
    expect(await statements(ann, plan, { dayId: plan.second, name: "Uji" })).toContain("lock_trip");
    const { stops } = await readTrip(ann, tripId);
    expect(stops.find(({ name }) => name === "Louvre")?.timezone).toBe("Europe/Paris");
    expect(stops.find(({ name }) => name === "Gion")?.participants).toEqual(shared.participants);
    expect(stops.find(({ name }) => name === "Uji")).toMatchObject({ dayId: null, formerDate: "2027-05-02" });
  });
});

describe("while somebody else writes to a trip", () => {
  test("a stop waits for them, and sees what they wrote; other trips do not wait", async () => {
    const [plan, other] = [await newPlan(), await newPlan()];
    for (const { ann, ...each } of [plan, other])
      await add(ann, { ann, ...each }, { dayId: null, name: "Before" });
    const client = await freshDatabase().pool.connect();
    try {
      await client.query("begin");
      await client.query("select from trips where id = $1 for update", [plan.tripId]);
      const asked = add(plan.ann, plan, { dayId: null, name: "Gion" });
      await untilSomebodyWaits();
      const free = await recordStatements(() => add(other.ann, other, { dayId: null, name: "Gion" }));
      expect(free.map(({ name }) => name)).toEqual(AT_ONCE);
      await client.query("update trips set archived_at = now() where id = $1", [plan.tripId]);
      await client.query("commit");
      expect(await asked).toMatchObject({ status: 409, body: { code: "ARCHIVED" } });
    } finally {
      client.release(true);
    }
    expect((await readTrip(plan.ann, plan.tripId)).stops).toHaveLength(1);
    expect((await readTrip(other.ann, other.tripId)).stops).toHaveLength(2);
  });

  test("a stop whose id somebody else is about to use waits on a connection of its own", async () => {
    const plan = await newPlan();
    const { ann, tripId } = plan;
    await add(ann, plan, { dayId: null, name: "Before" });
    const id = uuidv7();
    const client = await freshDatabase().pool.connect();
    try {
      await client.query("begin");
      const claim =
        "insert into client_ids (id, user_id, trip_id, kind, input_hash) values ($1, $2, $3, 'stop', 'x')";
      await client.query(claim, [id, ann.userId, tripId]);
      const asked = add(ann, plan, { id, dayId: null, name: "Gion" });
      await untilSomebodyWaits();
      await client.query("rollback");
      expect(await asked).toMatchObject({ status: 201, body: { id } });
    } finally {
      client.release(true);
    }
    expect((await readTrip(ann, tripId)).stops).toHaveLength(2);
  });
});

/** Waits until another connection waits for a lock. */
async function untilSomebodyWaits(): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query not like 'with place as (%'`;
  while ((await freshDatabase().pool.query(text)).rows.length === 0);
}

describe("nothing is added", () => {
  test.each([
    ["to an archived trip", "update trips set archived_at = now() where id = $1", 409, "ARCHIVED"],
    ["to a full trip", "update trips set stop_count = 2000 where id = $1", 422, "LIMIT_REACHED"],
    ["to a deleted trip", "update trips set deleted_at = now() where id = $1", 404, "NOT_FOUND"],
    ["by who has left", "update trip_members set left_at = now() where trip_id = $1", 404, "NOT_FOUND"],
    [
      "by who only reads by now",
      "update trip_members set role = 'viewer' where trip_id = $1",
      403,
      "FORBIDDEN",
    ],
    [
      "by who is blocked",
      "update users set blocked_at = now() where id in (select user_id from trip_members where trip_id = $1)",
      401,
      "UNAUTHENTICATED",
    ],
  ])("%s", async (_, change, status, code) => {
    const plan = await newPlan();
    const { ann, tripId } = plan;
    expect((await add(ann, plan, { dayId: null, name: "Before" })).status).toBe(201);
    const { pool } = freshDatabase();
    await pool.query(change, [tripId]);
    const sent = await add(ann, plan, { id: uuidv7(), dayId: null, name: "After" });
    expect([sent.status, sent.body]).toMatchObject([status, { code }]);
    const { rows } = await pool.query("select name from stops where trip_id = $1", [tripId]);
    expect(rows).toEqual([{ name: "Before" }]);
    // Restores the stop count that the test changed above.
    await pool.query("update trips set stop_count = 1 where id = $1", [tripId]);
  });
});

test("the key behind the last is the one that the rules make", async () => {
  const { pool } = freshDatabase();
  const digit = fc.constantFrom(...BASE_62_DIGITS.split(""));
  const fraction = fc.array(digit, { maxLength: 4 }).map((digits) => digits.join("").replace(/0+$/, ""));
  const full = fc.constantFrom("z", "0", "y");
  const key = fc.constantFrom(..."BCDXYZabcdxyz".split("")).chain((head) => {
    const size = head >= "a" ? head.charCodeAt(0) - 96 : 91 - head.charCodeAt(0);
    const digits = fc.array(fc.oneof(digit, full), { minLength: size, maxLength: size });
    return fc.tuple(digits, fraction).map(([list, rest]) => head + list.join("") + rest);
  });
  const keys = [null, ...fc.sample(key, { numRuns: 3000, seed: 20_27 }), "Zz", "az", `z${"z".repeat(26)}`];
  const text =
    "select order_key_after(last) as next from unnest($1::text[]) with ordinality as k(last, n) order by n";
  const { rows } = await pool.query<{ next: string | null }>(text, [keys]);
  const carries = `z${"z".repeat(26)}`;
  for (const [at, last] of keys.entries()) {
    // If no digit of the key can grow, the rules in TypeScript compute a longer key, and the statement returns null.
    const expected = last?.startsWith(carries) ? null : keyBetween(last, null);
    expect([last, rows[at]?.next]).toEqual([last, expected]);
  }
});
