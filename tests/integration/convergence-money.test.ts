// @alone: looks at whole tables
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { moneyApi } from "#lib/shared/api/money.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { balancesByCurrency, balancesIn } from "#lib/shared/balances.ts";
import { spentSums } from "#lib/shared/budget-sums.ts";
import type { BalancesDto } from "#lib/shared/budget.ts";
import { applyEvent } from "#lib/shared/merge.ts";
import { privateBalances } from "#lib/shared/private-transfers.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { newPerson, type Person } from "#tests/factories/people.ts";
import { historyAfter, newMember, newPlaceholder, newTrip, readTrip } from "#tests/factories/trips.ts";
import { send } from "#tests/helpers/handlers.ts";
import { perform, type Step, randomSteps } from "#tests/helpers/random-work.ts";
import { emptyTestState, type RandomTestState } from "#tests/helpers/random-test-state.ts";
import { expectIntegrity } from "#tests/helpers/integrity.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

afterAll(expectIntegrity);
vi.setConfig({ testTimeout: IS_LONG ? 900_000 : 60_000 });

const WORK: Step["kind"][] = [
  ...(["addExpense", "addExpense", "addExpense", "editExpense", "editExpense", "editExpense"] as const),
  ...(["deleteExpense", "restoreExpense", "addSettlement", "addSettlement", "editSettlement"] as const),
  ...(["deleteSettlement", "restoreSettlement", "setBudget", "renameTrip", "undo", "undo", "undo"] as const),
  ...(["addComment", "addComment", "editComment", "deleteComment", "restoreComment", "addStop"] as const),
];

/** Creates a trip of four members who may all write, and a placeholder; nobody leaves it. */
async function newParty(): Promise<RandomTestState> {
  const owner = await newPerson();
  const trip = await newTrip(owner, { startDate: "2027-03-01", endDate: "2027-03-03", currency: "EUR" });
  const people = [owner];
  for (let count = 0; count < 3; count++) people.push(await newMember(owner, trip, "editor"));
  await newPlaceholder(owner, trip.id);
  return { tripId: trip.id, people, ...emptyTestState(), epoch: "2027-03-01" };
}

async function replayed(reader: Person, old: TripDto): Promise<TripDto> {
  const context = { userId: reader.userId, now: new Date() };
  const events = await historyAfter(reader, old.id, old.seq, 7);
  return events.reduce((trip, event) => applyEvent(trip, event, context), old);
}

/** Returns the ledger of the group's rows, or of only the private rows. */
function ledgerOf({ expenses, settlements }: TripDto, isPrivate: boolean) {
  return {
    expenses: expenses.filter((row) => row.private === isPrivate),
    settlements: settlements.filter((row) => row.private === isPrivate),
  };
}

function sorted(balances: ReadonlyMap<string, number>): { memberId: string; amount: number }[] {
  const rows = [...balances].map(([memberId, amount]) => ({ memberId, amount }));
  return rows.filter(({ amount }) => amount !== 0).toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
}

function owed(rows: readonly { memberId: string; amount: number }[]) {
  return sorted(new Map(rows.map(({ memberId, amount }) => [memberId, amount])));
}

/** Checks that the service's balances equal those that a client computes from the trip, and that they add up to 0. */
async function expectBalanced(reader: Person, trip: TripDto): Promise<void> {
  const sent = await send(moneyApi.balances, { params: { tripId: trip.id }, token: reader.token });
  const body = sent.body as BalancesDto;
  for (const [part, isPrivate] of [
    [body, false],
    [body.private, true],
  ] as const) {
    const ledger = ledgerOf(trip, isPrivate);
    // Private balances are computed for each pair of members who share the rows.
    const counted = isPrivate ? privateBalances(trip, ledger) : balancesIn(trip, ledger);
    expect(owed(part.balances)).toEqual(sorted(counted));
    const views = balancesByCurrency(ledger);
    for (const { currency, balances } of part.byCurrency)
      expect(owed(balances)).toEqual(sorted(views.get(currency) ?? new Map()));
    for (const { balances } of [part, ...part.byCurrency])
      expect(balances.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  }
  const budget = await send(moneyApi.budget, { params: { tripId: trip.id }, token: reader.token });
  expect(budget.body).toMatchObject({ spent: spentSums(trip, ledgerOf(trip, false).expenses) });
}

/** Checks that a reader sees only those private rows that they take part in. */
function expectDiscreet(reader: Person, trip: TripDto): void {
  const me = trip.members.find(({ userId }) => userId === reader.userId)?.id ?? "";
  const hidden = trip.expenses.filter(
    (row) => row.private && !JSON.stringify([row.money, row.createdBy]).includes(me),
  );
  expect(hidden).toEqual([]);
  expect(trip.expenseCount).toBe(trip.expenses.length);
}

test("whatever is spent, each reader's old snapshot and the events after it are the trip as they see it", async () => {
  await fc.assert(
    fc.asyncProperty(randomSteps(WORK, IS_LONG ? 120 : 40), async (steps) => {
      const party = await newParty();
      const snapshots: { reader: Person; trip: TripDto }[] = [];
      for (const step of steps) {
        const reader = party.people[step.a % party.people.length];
        if (!reader) throw new Error("A party has people.");
        const now = await readTrip(reader, party.tripId);
        if (step.c % 4 === 0) snapshots.push({ reader, trip: now });
        // Reading the balances at random steps makes the service store a state from which it continues.
        if (step.b % 2 === 0) await expectBalanced(reader, now);
        const sent = await perform(party, now, step);
        expect(sent.status, sent.text).toBeLessThan(500);
      }
      for (const reader of party.people) {
        const fresh = await readTrip(reader, party.tripId);
        expectDiscreet(reader, fresh);
        await expectBalanced(reader, fresh);
      }
      for (const { reader, trip } of snapshots) {
        expect(await replayed(reader, trip)).toEqual(await readTrip(reader, party.tripId));
      }
      const [watcher] = party.people;
      if (!watcher) throw new Error("A party has people.");
      // The first member was in the trip all the time, so this member's view of the trip at an earlier seq must equal
      // the snapshot.
      const own = snapshots.findLast(({ reader }) => reader === watcher);
      if (!own) return;
      const then = await send(tripsApi.snapshot, {
        params: { tripId: party.tripId },
        query: { seq: String(own.trip.seq) },
        token: watcher.token,
      });
      expect(then.status, then.text).toBe(200);
    }),
    { numRuns: IS_LONG ? 60 : 8, endOnFailure: !IS_LONG },
  );
});
