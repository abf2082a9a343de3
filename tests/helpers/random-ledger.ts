import fc from "fast-check";
import type { Ledger, LedgerExpense, LedgerSettlement, TripCurrency } from "#lib/shared/balances.ts";
import { HUNDRED_PERCENT } from "#lib/shared/expense-rules.ts";
import { type ExpenseMoney, type Payer, SPLIT_MODES, type Split } from "#lib/shared/expense-shares.ts";
import type { Rate } from "#lib/shared/rates.ts";

/** Currencies with every ISO 4217 exponent except 4, which no currency in circulation has. */
export const CURRENCIES = ["EUR", "USD", "JPY", "KRW", "CLP", "KWD", "BHD", "TND", "HUF", "CNY"];

const MAX = 5_000_000;

const memberId = (n: number) => `member-${String(n).padStart(2, "0")}`;

/** Generates a set of at most `most` different members. */
function someOf(most: number): fc.Arbitrary<string[]> {
  return fc.uniqueArray(fc.integer({ min: 0, max: most - 1 }).map(memberId), {
    minLength: 1,
    maxLength: most,
  });
}

/** Generates whole numbers from 1 that add up to `total`, one for each of at most `most` people. */
function cut(
  total: number,
  ids: readonly string[],
  seeds: readonly number[],
): { id: string; amount: number }[] {
  const people = ids.slice(0, total);
  let left = total;
  return people.map((id, index) => {
    const others = people.length - index - 1;
    const most = left - others;
    const amount = others === 0 ? left : 1 + Math.floor(((seeds[index] ?? 0) / 1000) * (most - 1));
    left -= amount;
    return { id, amount };
  });
}

const seeds = fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 30, maxLength: 30 });

type SplitOf = fc.Arbitrary<{ split: Split; size: number }>;

function splitByParts(size: number, sign: 1 | -1, members: number): SplitOf {
  const modes = fc.constantFrom(...SPLIT_MODES.filter((mode) => mode !== "items"));
  return fc.record({ mode: modes, ids: someOf(members), given: seeds }).map(({ mode, ids, given }) => {
    const valued = (sum: number, factor: number) =>
      cut(sum, ids, given).map(({ id, amount }) => ({ memberId: id, value: factor * amount }));
    const parts = {
      equal: () => ids.map((id) => ({ memberId: id })),
      shares: () => ids.map((id, n) => ({ memberId: id, value: 1 + (given[n] ?? 0) })),
      percent: () => valued(HUNDRED_PERCENT, 1),
      exact: () => valued(size, sign),
    };
    return { size, split: { mode, parts: parts[mode]() } };
  });
}

/**
 * Makes the sum of the items positive: if free items and discounts are not less than the rest, the first item gets
 * larger.
 */
function withSizes(sizes: readonly { size: number; memberIds: string[] }[]) {
  const bare = sizes.reduce((sum, { size }) => sum + size, 0);
  return bare > 0
    ? sizes
    : sizes.map((each, n) => (n === 0 ? { ...each, size: each.size + 1 - bare } : each));
}

function splitByItems(sign: 1 | -1, members: number): SplitOf {
  const size = fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 9999 }), weight: 4 },
    { arbitrary: fc.integer({ min: -9999, max: 0 }), weight: 1 },
  );
  const item = fc.record({ size, memberIds: someOf(members) });
  const items = fc.array(item, { minLength: 1, maxLength: 6 }).map(withSizes);
  const extra = fc.nat(500);
  return fc.record({ items, tax: extra, tip: extra, off: extra }).map((bill) => {
    const bare = bill.items.reduce((sum, each) => sum + each.size, 0);
    const discount = Math.min(bill.off, bare - 1);
    const lines = bill.items.map((each, n) => {
      return { name: `item ${n}`, amount: sign * each.size, memberIds: each.memberIds };
    });
    const extras = { tax: sign * bill.tax, tip: sign * bill.tip, discount: sign * discount };
    const split: Split = { mode: "items", parts: [], items: lines, ...extras };
    return { size: bare + bill.tax + bill.tip - discount, split };
  });
}

function splitOf(size: number, sign: 1 | -1, members: number): SplitOf {
  return fc.oneof(
    { arbitrary: splitByParts(size, sign, members), weight: 4 },
    { arbitrary: splitByItems(sign, members), weight: 1 },
  );
}

/** Generates an expense among this many members whose amounts add up. */
export function moneyAmong(members: number): fc.Arbitrary<ExpenseMoney> {
  return fc
    .record({
      size: fc.integer({ min: 1, max: MAX }),
      sign: fc.constantFrom<1 | -1>(1, 1, 1, -1),
      currency: fc.constantFrom(...CURRENCIES),
      payerIds: someOf(Math.min(members, 4)),
      paid: seeds,
    })
    .chain(({ size: wanted, sign, currency, payerIds, paid }) =>
      splitOf(wanted, sign, members).map(({ split, size }) => {
        const payers: Payer[] = cut(size, payerIds, paid).map(({ id, amount }) => ({
          memberId: id,
          amount: sign * amount,
        }));
        return { amount: sign * size, currency, payers, split };
      }),
    );
}

/** Generates a trip's currency and an exchange rate to it from each other currency. */
const trip = fc
  .constantFrom(...CURRENCIES)
  .map((currency): TripCurrency => ({ currency, formerCurrencies: [] }));

function rateTo(to: string, currency: string): fc.Arbitrary<Rate | null> {
  if (currency === to) return fc.constant(null);
  return fc
    .integer({ min: 1, max: 99_999_999 })
    .map((digits) => ({ to, value: (digits / 10_000).toFixed(4), source: "typed", date: "2026-11-21" }));
}

function expense(to: string, members: number): fc.Arbitrary<LedgerExpense> {
  return moneyAmong(members).chain((money) =>
    fc.record({ id: fc.uuid(), money: fc.constant(money), rate: rateTo(to, money.currency) }),
  );
}

function settlement(to: string, members: number): fc.Arbitrary<LedgerSettlement> {
  return fc
    .record({
      id: fc.uuid(),
      ends: fc.uniqueArray(fc.integer({ min: 0, max: members - 1 }).map(memberId), {
        minLength: 2,
        maxLength: 2,
      }),
      amount: fc.integer({ min: 1, max: MAX }),
      currency: fc.constantFrom(...CURRENCIES),
    })
    .chain(({ id, ends: [from = "", other = ""], amount, currency }) =>
      rateTo(to, currency).map((rate) => ({ id, from, to: other, amount, currency, rate })),
    );
}

/** Generates ledgers of up to 30 members, 40 expenses and 10 settlements. */
export const ledgers: fc.Arbitrary<{ trip: TripCurrency; ledger: Ledger }> = fc
  .tuple(trip, fc.integer({ min: 2, max: 30 }))
  .chain(([chosen, members]) =>
    fc.record({
      trip: fc.constant(chosen),
      ledger: fc.record({
        expenses: fc.array(expense(chosen.currency, members), { maxLength: 40 }),
        settlements: fc.array(settlement(chosen.currency, members), { maxLength: 10 }),
      }),
    }),
  );
