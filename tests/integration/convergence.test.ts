// @alone: looks at whole tables
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { stops, votes } from "#db/schema/plan.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { dateRange } from "#lib/shared/dates.ts";
import { applyEvent } from "#lib/shared/merge.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newTrip, historyAfter, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { ACTIONS, perform, type Step, randomSteps } from "#tests/helpers/random-work.ts";
import { emptyTestState, type RandomTestState } from "#tests/helpers/random-test-state.ts";
import { expectIntegrity } from "#tests/helpers/integrity.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

afterAll(expectIntegrity);
vi.setConfig({ testTimeout: IS_LONG ? 900_000 : 60_000 });

/** The kinds of steps. Those that change the plan are listed more often than those that end something for others. */
const WORK: Step["kind"][] = [
  ...(["addStop", "addStop", "addStop", "editStop", "moveStop", "moveStop", "setDates", "setDates"] as const),
  ...([
    "vote",
    "addComment",
    "addComment",
    "editDay",
    "undo",
    "undo",
    "undo",
    "restoreStop",
    "unarchive",
    "restoreTrip",
    "addReservation",
    "addReservation",
    "editReservation",
    "addDecision",
    "closeDecision",
    "addItem",
    "addItem",
    "addExpense",
    "addExpense",
    "addExpense",
    "editExpense",
    "editExpense",
    "addSettlement",
    "editItem",
    "suggest",
    "acceptSuggestion",
  ] as const),
  ...(Object.keys(ACTIONS) as Step["kind"][]),
];

interface Party extends RandomTestState {
  /** A member who never leaves the trip and is never removed, and who reads it from outside the random steps. */
  watcher: Person;
}

async function newParty(): Promise<Party> {
  const owner = await newPerson();
  const trip = await newTrip(owner, { startDate: "2027-03-01", endDate: "2027-03-03" });
  const people = [owner];
  for (const role of ["editor", "editor", "viewer", "guest"] as const) {
    people.push(await newMember(owner, trip, role));
  }
  const watcher = await newMember(owner, trip, "viewer");
  return { tripId: trip.id, people, watcher, ...emptyTestState(), epoch: "2027-03-01" };
}

/** Returns a person who may read the trip now; only the owner may read a deleted trip. */
async function readerOf({ people, watcher, tripId }: Party): Promise<Person> {
  const { rows } = await freshDatabase().pool.query(
    `select m.user_id from trips t join trip_members m on m.trip_id = t.id and m.role = 'owner' and m.left_at is null
     where t.id = $1 and t.deleted_at is not null`,
    [tripId],
  );
  return people.find(({ userId }) => userId === rows[0]?.user_id) ?? watcher;
}

async function replay(reader: Person, old: TripDto): Promise<TripDto> {
  const events = await historyAfter(reader, old.id, old.seq, 7);
  const context = { userId: reader.userId, now: new Date() };
  return events.reduce((trip, event) => applyEvent(trip, event, context), old);
}

function expectSound(trip: TripDto): void {
  const dates = trip.startDate && trip.endDate ? dateRange(trip.startDate, trip.endDate) : [];
  expect(trip.days.map(({ date }) => date)).toEqual(dates);
  const dayIds = new Set<string | null>([...trip.days.map(({ id }) => id), null]);
  expect(trip.stops.filter(({ dayId }) => !dayIds.has(dayId))).toEqual([]);
  expect(trip.members.filter(({ role, leftAt }) => role === "owner" && leftAt === null)).toHaveLength(1);
  expect(new Set(trip.stops.map(({ id }) => id)).size).toBe(trip.stops.length);
}

function undated(member: TripDto["members"][number]) {
  return { ...member, updatedAt: expect.any(String) };
}

test("whatever people do, an old snapshot and the events after it are the trip as it is", async () => {
  await fc.assert(
    fc.asyncProperty(randomSteps(WORK, IS_LONG ? 120 : 30), async (steps) => {
      const party = await newParty();
      const snapshots = [await readTrip(party.watcher, party.tripId)];
      for (const step of steps) {
        const reader = await readerOf(party);
        const now = await readTrip(reader, party.tripId);
        expectSound(now);
        if (reader === party.watcher && step.c % 5 === 0) snapshots.push(now);
        const sent = await perform(party, now, step);
        expect(sent.status, sent.text).toBeLessThan(500);
      }
      // One person does all reads, because other people have private rows and other roles.
      const reader = party.watcher;
      const last = await readTrip(await readerOf(party), party.tripId);
      await perform(party, last, { kind: "restoreTrip", who: 0, a: 0, b: 0, c: 0 });
      const fresh = await readTrip(reader, party.tripId);
      expectSound(fresh);
      const history = await historyAfter(reader, party.tripId, 0);
      expect(history.map(({ seq }) => seq)).toEqual(
        Array.from({ length: fresh.seq }, (_, index) => index + 1),
      );
      for (const mine of snapshots) {
        const merged = await replay(reader, mine);
        expect(merged).toEqual(fresh);
        const then = await send(tripsApi.snapshot, {
          params: { tripId: party.tripId },
          query: { seq: String(mine.seq) },
          token: reader.token,
        });
        expect(then.body, "the trip as it was, found by taking its later events back").toEqual({
          ...mine,
          // Members that the factory inserted without an event have no time of joining in the log.
          members: mine.members.map(undated),
        });
      }
      const rows = await freshDatabase().drizzle.select().from(stops).where(eq(stops.tripId, party.tripId));
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(party.stopIds));
    }),
    { numRuns: IS_LONG ? 60 : 10, endOnFailure: !IS_LONG },
  );
});

test("what a create, update or undo answers is what its events make of the trip before", async () => {
  const party = await newParty();
  const [owner] = party.people;
  if (!owner) throw new Error("A party has an owner.");
  const kinds = [
    "addStop",
    "editStop",
    "moveStop",
    "setDates",
    "editDay",
    "renameTrip",
    "vote",
    "undo",
  ] as const;
  await fc.assert(
    fc.asyncProperty(randomSteps(kinds, 6), async (steps) => {
      for (const step of steps) {
        const before = await readTrip(owner, party.tripId);
        const sent = await perform({ ...party, people: [owner] }, before, step);
        const seq = sent.headers.get("x-trip-seq");
        const after = await readTrip(owner, party.tripId);
        expect(after.seq).toBe(seq === null ? before.seq : Number(seq));
        const events = await historyAfter(owner, party.tripId, before.seq);
        const touched = events.map(
          (event) => event.op !== "redacted" && [event.op, event.entityId].join(" "),
        );
        expect(new Set(touched).size, "one event per changed row").toBe(events.length);
      }
    }),
    { numRuns: IS_LONG ? 100 : 10, endOnFailure: !IS_LONG },
  );
});

test("votes are counted once per member, whoever votes how often", async () => {
  const party = await newParty();
  const trip = await readTrip(party.watcher, party.tripId);
  await perform(party, trip, { kind: "addStop", who: 0, a: 0, b: 1, c: 0 });
  for (let index = 0; index < 12; index++) {
    await perform(party, trip, { kind: "vote", who: index, a: 0, b: index * 2, c: 0 });
  }
  const rows = await freshDatabase().drizzle.select().from(votes).where(eq(votes.tripId, party.tripId));
  expect(rows).toHaveLength(party.people.length);
  const {
    stops: [stop],
  } = await readTrip(party.watcher, party.tripId);
  const cast = rows.filter(({ value }) => value !== 0).map(({ memberId, value }) => ({ memberId, value }));
  expect(stop?.votes).toEqual(cast.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)));
});
