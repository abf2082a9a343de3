import fc from "fast-check";
import { expect, test } from "vitest";
import type { CountedExpense, LedgerTrip } from "#db/queries/ledger.ts";
import { CachedLedger, LedgerCache, type SharedEntry } from "#lib/server/money/ledger-cache.ts";
import { balancesByCurrency, balancesIn, type Ledger, type LedgerSettlement } from "#lib/shared/balances.ts";
import { spentSums } from "#lib/shared/budget-sums.ts";
import { EXPENSE_CATEGORIES } from "#lib/shared/expense-categories.ts";
import { ledgers } from "#tests/helpers/random-ledger.ts";

function counted(expenses: Ledger["expenses"]): CountedExpense[] {
  return expenses.map((expense, n) => ({
    ...expense,
    category: EXPENSE_CATEGORIES[n % EXPENSE_CATEGORIES.length] ?? "other",
    spentOn: `2027-03-0${1 + (n % 5)}`,
    nights: n % 3 === 0 ? 2 : null,
    stopId: n % 4 === 0 ? `stop ${n % 8}` : null,
    reservationId: n % 5 === 0 ? `booking ${n % 10}` : null,
  }));
}

function tripAt(seq: number, currency = "EUR"): LedgerTrip {
  return { currency, formerCurrencies: [], budget: null, seq, createdAt: "1", isKnown: seq > 1 };
}

const came = (kind: SharedEntry["kind"]) => (row: { id: string }) => ({
  kind,
  id: row.id,
  entry: JSON.stringify(row),
});
const gone = ({ kind, id }: SharedEntry) => ({ kind, id, entry: null });

interface Rows {
  expenses: CountedExpense[];
  settlements: readonly LedgerSettlement[];
}

function entriesOf({ expenses, settlements }: Rows): SharedEntry[] {
  return [...expenses.map(came("expense")), ...settlements.map(came("settlement"))];
}

function expectSums(kept: CachedLedger, rows: Rows): void {
  const { balances, byCurrency, spent, paidFor } = kept.sums;
  expect(balances).toEqual(balancesIn(kept.trip, rows));
  expect(byCurrency).toEqual(balancesByCurrency(rows));
  expect(spent).toEqual(spentSums(kept.trip, rows.expenses));
  const links = rows.expenses.flatMap(({ stopId, reservationId }) => [stopId, reservationId]);
  expect(paidFor).toEqual(new Set(links.filter((id) => id !== null)));
}

test("whatever comes, changes and goes, the sums are those of what is there", () => {
  fc.assert(
    fc.property(ledgers, fc.array(fc.nat(), { maxLength: 30 }), ({ trip, ledger }, picks) => {
      const rows = { expenses: counted(ledger.expenses), settlements: ledger.settlements };
      const all = entriesOf(rows);
      const kept = new CachedLedger(tripAt(1, trip.currency), all.slice(0, all.length / 2));
      const there = new Map(all.slice(0, all.length / 2).map((entry) => [entry.id, entry]));
      for (const [turn, pick] of picks.entries()) {
        const entry = all[pick % Math.max(1, all.length)];
        if (!entry) continue;
        // Every third entry is replaced by one with the same id and other amounts.
        const other = all.find(({ kind, id }) => kind === entry.kind && id !== entry.id);
        const next =
          turn % 3 === 0 && other?.entry
            ? { ...entry, entry: JSON.stringify({ ...JSON.parse(other.entry), id: entry.id }) }
            : entry;
        const change = there.has(entry.id) && turn % 3 === 1 ? gone(entry) : next;
        if (change.entry === null) there.delete(entry.id);
        else there.set(entry.id, next);
        kept.update(tripAt(turn + 2, trip.currency), [change]);
      }
      const left = (kind: SharedEntry["kind"]) =>
        [...there.values()].flatMap((each) =>
          each.kind === kind && each.entry ? [JSON.parse(each.entry)] : [],
        );
      expectSums(kept, { expenses: left("expense"), settlements: left("settlement") });
      kept.update(tripAt(99, trip.currency), [...there.values()].map(gone));
      expectSums(kept, { expenses: [], settlements: [] });
      expect(kept.size).toBe(0);
    }),
    { numRuns: 300 },
  );
});

const money = {
  amount: 900,
  currency: "EUR",
  payers: [{ memberId: "ann", amount: 900 }],
  split: { mode: "equal", parts: [{ memberId: "ann" }, { memberId: "ben" }] },
} as const;
const [dinner] = counted([{ id: "dinner", money: { ...money, payers: [...money.payers] }, rate: null }]);
if (!dinner) throw new Error("There is a dinner.");
const dinnerEntries = entriesOf({ expenses: [dinner], settlements: [] });

test("another currency of the trip counts everything anew; a reading older than what is known changes nothing", () => {
  const kept = new CachedLedger(tripAt(1), dinnerEntries);
  expect(kept.sums.spent.total).toBe(900);
  const before = kept.sums;
  const former = { currency: "EUR", value: "2", source: "typed", date: "2027-03-01" } as const;
  kept.update({ ...tripAt(5, "USD"), formerCurrencies: [former] }, []);
  expect(kept.sums.spent.total).toBe(1800);
  kept.update(tripAt(4), [gone({ kind: "expense", id: "dinner", entry: null })]);
  expect(kept.trip.currency).toBe("USD");
  expect(kept.sums.balances).toEqual(
    new Map([
      ["ann", 900],
      ["ben", -900],
    ]),
  );
  // A state that was returned earlier does not change.
  expect(before.spent.total).toBe(900);
});

const paid = { id: "dinner", from: "ben", to: "ann", amount: 100, currency: "EUR", rate: null };

test("an expense and a settlement of the same id both count, and go one by one", () => {
  const both = { expenses: [dinner], settlements: [paid] };
  const all = entriesOf(both);
  const kept = new CachedLedger(tripAt(1), all);
  expectSums(kept, both);
  kept.update(tripAt(2), [gone(came("settlement")(paid))]);
  expectSums(kept, { ...both, settlements: [] });
  kept.update(tripAt(3), all);
  expectSums(kept, both);
});

function payments(from: string, step: number): SharedEntry[] {
  return Array.from({ length: 9000 }, (_, n) => {
    const row = { ...paid, amount: 999_999_999_999 - ((n * step) % 1000), id: `${from} ${n}` };
    return came("settlement")(row);
  });
}

test("as many as a trip may hold that go and come at once stay exact, whichever comes first", () => {
  const [first, second] = [payments("first", 7), payments("second", 11)];
  const kept = new CachedLedger(tripAt(1), first);
  kept.update(tripAt(2), [...second, ...first.map(gone)]);
  expect(kept.sums.balances).toEqual(new CachedLedger(tripAt(2), second).sums.balances);
});

test("what could not be brought up to date is not taken for the whole by those who had found it", () => {
  const kept = new CachedLedger(tripAt(1), dinnerEntries);
  const lost = { ...dinner, id: "lost", money: { ...dinner.money, currency: "USD" } };
  const rows = [...dinnerEntries.map(gone), came("expense")(lost)];
  expect(() => kept.update(tripAt(3), rows)).toThrow("No rate leads from USD to EUR.");
  for (const seq of [2, 3, 4]) expect(() => kept.update(tripAt(seq), [])).toThrow("No rate leads from USD");
});

test("of many ledgers those are kept that were read last, and the newest whatever its size", () => {
  const kept = new LedgerCache(20_000);
  const ledger = () => new CachedLedger(tripAt(1), []);
  for (const id of ["a", "b", "c", "d", "e"]) kept.keep(id, ledger());
  const a = kept.find("a");
  expect(a).toBeDefined();
  kept.keep("a", a ?? ledger());
  kept.keep("f", ledger());
  expect(["a", "b", "c", "d", "e", "f"].filter((id) => !kept.find(id))).toEqual(["b"]);
  const notes = { ...dinner, category: "x".repeat(30_000) };
  kept.keep(
    "long",
    new CachedLedger(tripAt(1), entriesOf({ expenses: [notes as CountedExpense], settlements: [] })),
  );
  expect(["a", "c", "d", "e", "f"].filter((id) => kept.find(id))).toEqual([]);
  expect(kept.find("long")).toBeDefined();
});
