import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { newMember, newPlaceholder, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { perform, type Step, randomSteps } from "#tests/helpers/random-work.ts";
import { emptyTestState, type RandomTestState } from "#tests/helpers/random-test-state.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";
vi.setConfig({ testTimeout: IS_LONG ? 900_000 : 60_000 });

const WORK: Step["kind"][] = [
  ...(["addExpense", "addExpense", "addExpense", "editExpense", "editExpense", "editExpense"] as const),
  ...(["deleteExpense", "restoreExpense", "addSettlement", "editSettlement", "deleteSettlement"] as const),
  ...(["restoreSettlement", "setBudget", "undo", "undo", "addComment", "addComment"] as const),
  ...(["deleteComment", "restoreComment"] as const),
];

async function newParty(): Promise<RandomTestState> {
  const owner = await newPerson();
  const trip = await newTrip(owner, { startDate: "2027-03-01", endDate: "2027-03-03", currency: "EUR" });
  const people = [owner];
  for (let count = 0; count < 2; count++) people.push(await newMember(owner, trip, "editor"));
  await newPlaceholder(owner, trip.id);
  return { tripId: trip.id, people, ...emptyTestState(), epoch: "2027-03-01" };
}

/** Returns an earlier state of the trip as the reader saw it, without expenses that are now private to others. */
async function stillSeen(reader: Person, old: TripDto): Promise<TripDto> {
  const { rows } = await freshDatabase().pool.query<{ id: string }>(
    `select e.id from expenses e where e.trip_id = $1 and not exists (select 1 from trip_members m
       where m.trip_id = e.trip_id and m.user_id = $2 and (e.people is null or m.id = any(e.people)))`,
    [old.id, reader.userId],
  );
  const hidden = new Set(rows.map(({ id }) => id));
  const expenses = old.expenses.filter(({ id }) => !hidden.has(id));
  return { ...old, expenses, expenseCount: expenses.length };
}

test("whatever is spent, a trip as it was is what each reader saw, but for what is others' by now", async () => {
  await fc.assert(
    fc.asyncProperty(randomSteps(WORK, IS_LONG ? 120 : 40), async (steps) => {
      const party = await newParty();
      const snapshots: { reader: Person; trip: TripDto }[] = [];
      for (const step of steps) {
        const reader = party.people[step.a % party.people.length] ?? party.people[0];
        if (!reader) throw new Error("A party has people.");
        const now = await readTrip(reader, party.tripId);
        snapshots.push({ reader, trip: now });
        const sent = await perform(party, now, step);
        expect(sent.status, sent.text).toBeLessThan(500);
      }
      for (const { reader, trip } of snapshots) {
        const query = { seq: String(trip.seq) };
        const then = await send(tripsApi.snapshot, {
          params: { tripId: trip.id },
          query,
          token: reader.token,
        });
        expect(then.body).toEqual(await stillSeen(reader, trip));
      }
    }),
    { numRuns: IS_LONG ? 60 : 8, endOnFailure: !IS_LONG },
  );
});
