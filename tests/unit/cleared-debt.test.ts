import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findClearedDebt,
  GroupDebts,
  type Payment,
  privateDebts,
  rateThatClears,
} from "#lib/server/settlements/cleared-debt.ts";
import {
  balancesByCurrency,
  balancesIn,
  type LedgerExpense,
  type LedgerSettlement,
} from "#lib/shared/balances.ts";
import { privateTransfers } from "#lib/shared/private-transfers.ts";
import type { Rate } from "#lib/shared/rates.ts";
import { settleUp } from "#lib/shared/settle-up.ts";

const trip = { currency: "EUR", formerCurrencies: [] };
const date = "2026-11-28";
const ofDay: Rate = { to: "EUR", value: "0.8712", source: "snapshot", date };
const typed = (value: string): Rate => ({ to: "EUR", value, source: "typed", date });

/** Returns an expense in dollars that Alice paid for all the named people. */
function dinner(n: number, amount: number, rate: string, people: readonly string[]): LedgerExpense {
  const split = { mode: "equal" as const, parts: people.map((memberId) => ({ memberId })) };
  const money = { amount, currency: "USD", payers: [{ memberId: "alice", amount }], split };
  return { id: `e${n}`, money, rate: typed(rate) };
}

interface Ledger {
  expenses: LedgerExpense[];
  settlements: LedgerSettlement[];
}

/** Computes debts as the service does when it records a settlement. */
const groupDebts: typeof privateDebts = (of, ledger, payment) => new GroupDebts(of, ledger).of(payment);

function pay(ledger: Ledger, { from, to, amount }: Omit<Payment, "currency">, debts = groupDebts): void {
  const payment = { from, to, amount, currency: "USD" };
  const cleared = findClearedDebt(debts(trip, ledger, payment), amount);
  const rate = cleared && rateThatClears(payment, cleared, { to: "EUR", date, found: ofDay });
  ledger.settlements.push({ id: `s${ledger.settlements.length}`, ...payment, rate: rate ?? ofDay });
}

const owed = (ledger: Ledger) => balancesByCurrency(ledger).get("USD") ?? new Map<string, number>();
const isEven = (balances: ReadonlyMap<string, number>) => [...balances.values()].every((sum) => sum === 0);

const dinners = fc.array(
  fc.record({
    amount: fc.integer({ min: 10_000, max: 900_000 }),
    rate: fc.integer({ min: 3000, max: 12_000 }).map((digits) => (digits / 10_000).toFixed(4)),
    people: fc.constantFrom(["alice", "bob"], ["alice", "bob", "carol"], ["bob", "carol", "dave"]),
  }),
  { minLength: 1, maxLength: 6 },
);
const payments = fc.array(
  fc.record({ from: fc.constantFrom("bob", "carol", "dave"), percent: fc.integer({ min: 1, max: 140 }) }),
  { maxLength: 6 },
);

test("who is even in a currency is even in the trip's, however it was paid", () => {
  fc.assert(
    fc.property(dinners, payments, (spent, paid) => {
      const expenses = spent.map(({ amount, rate, people }, n) => dinner(n, amount, rate, people));
      const ledger: Ledger = { expenses, settlements: [] };
      for (const { from, percent } of paid) {
        const amount = Math.floor((-(owed(ledger).get(from) ?? 0) * percent) / 100);
        if (amount > 0) pay(ledger, { from, to: "alice", amount });
        // A member who has paid too much gets the difference back.
        const more = owed(ledger).get(from) ?? 0;
        if (more > 0) pay(ledger, { from: "alice", to: from, amount: more });
      }
      for (const transfer of settleUp(owed(ledger))) pay(ledger, transfer);
      expect(isEven(owed(ledger))).toBe(true);
      expect(Object.fromEntries(balancesIn(trip, ledger))).toEqual(
        Object.fromEntries([...owed(ledger).keys()].map((id) => [id, 0])),
      );
    }),
    { numRuns: 500 },
  );
});

/** The currencies of a trip in euros that was in yen when all expenses were recorded. */
const moved = {
  currency: "EUR",
  formerCurrencies: [
    {
      currency: "JPY",
      value: "0.0061",
      source: "typed" as const,
      date,
      left: [{ at: "2026-11-20T00:00:00.000Z", to: "EUR", value: "0.0061" }],
    },
  ],
};

test("who is even in every currency owes nothing where the trip's has changed, in whichever order it was paid", () => {
  const meals = fc.array(
    fc.record({
      currency: fc.constantFrom("USD", "JPY"),
      amount: fc.integer({ min: 1000, max: 90_000 }),
      people: fc.constantFrom(["alice", "bob"], ["alice", "bob", "carol"], ["bob", "carol", "dave"]),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(meals, fc.boolean(), (spent, isYenFirst) => {
      const expenses = spent.map(({ currency, amount, people }, n): LedgerExpense => {
        const { id, money } = dinner(n, amount, "1", people);
        const rate = currency === "USD" ? { ...typed("150.13"), to: "JPY" } : null;
        return { id, money: { ...money, currency }, rate, createdAt: "2026-11-15T00:00:00.000Z" };
      });
      const debts = new GroupDebts(moved, { expenses, settlements: [] });
      const ledger: Ledger = { expenses, settlements: [] };
      for (const currency of isYenFirst ? ["JPY", "USD"] : ["USD", "JPY"]) {
        for (const transfer of settleUp(balancesByCurrency(ledger).get(currency) ?? new Map())) {
          const payment = { ...transfer, currency };
          const cleared = findClearedDebt(debts.of(payment), payment.amount);
          const found = { ...ofDay, value: currency === "USD" ? "0.9" : "0.0061" };
          const rate = (cleared && rateThatClears(payment, cleared, { to: "EUR", date, found })) ?? found;
          debts.add(payment, rate);
          ledger.settlements.push({ id: `s${ledger.settlements.length}`, ...payment, rate });
        }
      }
      const left = [...balancesIn(moved, ledger)].filter(([, amount]) => amount !== 0);
      expect(left).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test("a part of a debt counts that part of what it counts, and more than it by the rate of the day", () => {
  const ledger: Ledger = { expenses: [dinner(0, 20_000, "0.5", ["alice", "bob"])], settlements: [] };
  pay(ledger, { from: "bob", to: "alice", amount: 2500 });
  pay(ledger, { from: "bob", to: "alice", amount: 10_000 });
  pay(ledger, { from: "alice", to: "bob", amount: 2500 });
  const counts = ledger.settlements.map((row) => balancesIn(trip, { expenses: [], settlements: [row] }));
  // 7,500 clears a debt of 3,750; the other 2,500 are worth 2,178 on that day, which Alice then returns.
  expect(counts.map((sums) => Math.abs(sums.get("bob") ?? 0))).toEqual([1250, 5928, 2178]);
  expect(isEven(balancesIn(trip, ledger))).toBe(true);
});

test("what two have in private is cleared by what the two of them have", () => {
  const ledger: Ledger = {
    expenses: [dinner(0, 30_000, "0.9", ["alice", "bob", "carol"]), dinner(1, 8000, "0.5", ["alice", "bob"])],
    settlements: [],
  };
  pay(ledger, { from: "bob", to: "alice", amount: 14_000 }, privateDebts);
  const open = privateTransfers("alice", trip, ledger).map(({ from, amount }) => [from, amount]);
  expect(open).toEqual([["carol", 9000]]);
});

test("what pays no debt in its currency counts by the rate of its day", () => {
  const ledger: Ledger = { expenses: [dinner(0, 20_000, "0.5", ["alice", "bob"])], settlements: [] };
  const payment = { from: "alice", to: "bob", amount: 500, currency: "USD" };
  expect(findClearedDebt(groupDebts(trip, ledger, payment), 500)).toBeNull();
});
