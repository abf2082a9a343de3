import { expect } from "vitest";
import { balancesIn, divideInTripCurrency } from "#lib/shared/balances.ts";
import type { BalancesDto, SettleUpDto } from "#lib/shared/budget.ts";
import { sharesOf } from "#lib/shared/expense-shares.ts";
import type { TripDto } from "#lib/shared/trips.ts";

function sumOf(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}

/** Checks that every expense is divided among members to the last minor unit, in its own currency and in the trip's. */
export function expectAllocated(trip: TripDto): void {
  for (const expense of trip.expenses) {
    const { id, money } = expense;
    expect(sumOf(sharesOf(id, money).values())).toBe(money.amount);
    const { amount, paid, borne } = divideInTripCurrency(trip, expense);
    expect(sumOf(paid.values())).toBe(amount);
    expect(sumOf(borne.values())).toBe(amount);
  }
}

/** Checks that the balances add up to 0, and that they equal the sum of the trip's rows in any order of reading. */
export function expectBalanced(answer: BalancesDto, trip: TripDto): void {
  for (const { balances } of [answer, ...answer.byCurrency])
    expect(sumOf(balances.map(({ amount }) => amount))).toBe(0);
  const { expenses, settlements } = trip;
  for (const list of [expenses, expenses.toReversed()]) {
    const own = balancesIn(trip, { expenses: list, settlements: settlements.toReversed() });
    expect(new Map(answer.balances.map(({ memberId, amount }) => [memberId, amount]))).toEqual(own);
  }
}

/**
 * Checks that the transfers settle all balances, that there are fewer transfers than members with a balance, and that
 * for few members their number is minimal.
 */
export function expectSettled(answer: BalancesDto, trip: SettleUpDto, each: SettleUpDto): void {
  expectEven(answer.balances, trip.transfers);
  for (const { currency, balances } of answer.byCurrency) {
    expectEven(
      balances,
      each.transfers.filter((transfer) => transfer.currency === currency),
    );
  }
}

function expectEven(balances: BalancesDto["balances"], transfers: SettleUpDto["transfers"]): void {
  const left = new Map(balances.map(({ memberId, amount }) => [memberId, amount]));
  for (const { from, to, amount } of transfers) {
    expect(amount).toBeGreaterThan(0);
    left.set(from, (left.get(from) ?? 0) + amount);
    left.set(to, (left.get(to) ?? 0) - amount);
  }
  expect([...left.values()].filter((amount) => amount !== 0)).toEqual([]);
  const open = balances.map(({ amount }) => amount).filter((amount) => amount !== 0);
  expect(transfers.length).toBeLessThanOrEqual(Math.max(0, open.length - 1));
  if (open.length <= 8) expect(transfers).toHaveLength(open.length - mostGroups(open));
}

/**
 * Returns the largest number of groups with a sum of 0 into which these numbers can be divided, by trying all
 * divisions.
 */
function mostGroups([first, ...others]: number[]): number {
  if (first === undefined) return 0;
  let most = 1;
  for (let set = 0; set < 1 << others.length; set++) {
    const isIn = (_: number, index: number) => ((set >> index) & 1) === 1;
    const rest = others.filter((amount, index) => !isIn(amount, index));
    if (first + sumOf(others.filter(isIn)) === 0) most = Math.max(most, 1 + mostGroups(rest));
  }
  return most;
}
