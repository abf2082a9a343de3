import type { BalancesDto } from "#lib/shared/budget.ts";
import type { TripLedger } from "./ledger.ts";

/* This file computes the service's sums by other means: with fractions of integers, and without any of its code. */

type Sums = Map<string, bigint>;

/** The number of minor units in one unit of the currencies of these trips, by ISO 4217. */
const MINOR: Readonly<Record<string, bigint>> = { JPY: 1n, EUR: 100n, USD: 100n };

interface Shared {
  amount: bigint;
  payers: [string, bigint][];
  bearers: [string, bigint][];
}

/** Returns the differences between the balances that follow from the acknowledged writes and those of the service. */
export function moneyProblems(ledger: TripLedger, told: BalancesDto, currency: string): string[] {
  const problems: string[] = [];
  const known = new Map(told.byCurrency.map((each) => [each.currency, each.balances]));
  const expected = expectedByCurrency(ledger);
  for (const name of new Set([...known.keys(), ...expected.keys()])) {
    problems.push(...differences(`balances in ${name}`, expected.get(name), known.get(name)));
  }
  const all = expectedIn(ledger, currency);
  problems.push(...differences(`balances of the trip (${currency})`, all, told.balances));
  return problems;
}

/** Returns the total of all expenses in the trip's currency. */
export function expectedTotal(ledger: TripLedger, currency: string): number {
  let total = 0n;
  for (const { money, rate } of ledger.expenses.values())
    total += converted(BigInt(money.amount), money.currency, currency, rate?.value ?? null);
  return Number(total);
}

function expectedByCurrency(ledger: TripLedger): Map<string, Sums> {
  const all = new Map<string, Sums>();
  const sumsIn = (currency: string): Sums => {
    const sums = all.get(currency) ?? new Map();
    all.set(currency, sums);
    return sums;
  };
  for (const { money } of ledger.expenses.values())
    addShared(sumsIn(money.currency), sharedOf(money, BigInt(money.amount)));
  for (const { from, to, amount, currency } of ledger.settlements)
    addSettled(sumsIn(currency), from, to, BigInt(amount));
  return all;
}

function expectedIn(ledger: TripLedger, currency: string): Sums {
  const sums: Sums = new Map();
  for (const { money, rate } of ledger.expenses.values()) {
    const amount = converted(BigInt(money.amount), money.currency, currency, rate?.value ?? null);
    addShared(sums, sharedOf(money, amount));
  }
  // All settlements are in the trip's own currency.
  for (const { from, to, amount } of ledger.settlements) addSettled(sums, from, to, BigInt(amount));
  return sums;
}

function sharedOf(
  money: TripLedger["expenses"] extends Map<string, infer E extends { money: unknown }> ? E["money"] : never,
  amount: bigint,
): Shared {
  const payers = money.payers.map((payer): [string, bigint] => [payer.memberId, BigInt(payer.amount)]);
  const bearers = money.split.parts.map((each): [string, bigint] => [each.memberId, BigInt(each.value ?? 1)]);
  return { amount, payers, bearers };
}

function addShared(sums: Sums, { amount, payers, bearers }: Shared): void {
  for (const [member, units] of apportioned(amount, payers)) add(sums, member, units);
  for (const [member, units] of apportioned(amount, bearers)) add(sums, member, -units);
}

function addSettled(sums: Sums, from: string, to: string, amount: bigint): void {
  add(sums, from, amount);
  add(sums, to, -amount);
}

function add(sums: Sums, member: string, units: bigint): void {
  sums.set(member, (sums.get(member) ?? 0n) + units);
}

/**
 * Divides an amount by Hamilton's method: each claim is rounded down, and the remaining units go to the largest
 * remainders.
 */
function apportioned(amount: bigint, claims: readonly [string, bigint][]): [string, bigint][] {
  const whole = claims.reduce((sum, [, weight]) => sum + weight, 0n);
  const parts = claims.map(([member, weight]) => ({
    member,
    units: (amount * weight) / whole,
    remainder: (amount * weight) % whole,
  }));
  const left = Number(amount - parts.reduce((sum, { units }) => sum + units, 0n));
  const first = new Set(parts.toSorted((x, y) => Number(y.remainder - x.remainder)).slice(0, left));
  return parts.map((each) => [each.member, each.units + (first.has(each) ? 1n : 0n)]);
}

/** Converts an amount by an exchange rate and rounds halves up; no converted amount is negative. */
function converted(amount: bigint, from: string, to: string, rate: string | null): bigint {
  if (from === to || rate === null) return amount;
  const [digits = "0", fraction = ""] = rate.split(".");
  const numerator = amount * BigInt(digits + fraction) * (MINOR[to] ?? 0n);
  const denominator = 10n ** BigInt(fraction.length) * (MINOR[from] ?? 1n);
  return (2n * numerator + denominator) / (2n * denominator);
}

function differences(
  what: string,
  expected: Sums | undefined,
  told: BalancesDto["balances"] | undefined,
): string[] {
  const said = new Map(told?.map(({ memberId, amount }) => [memberId, BigInt(amount)]));
  const members = new Set([...(expected?.keys() ?? []), ...said.keys()]);
  const sum = [...said.values()].reduce((total, amount) => total + amount, 0n);
  const uneven = sum === 0n ? [] : [`${what} come to ${sum}`];
  const wrong = [...members].flatMap((member) => {
    const [mine = 0n, theirs = 0n] = [expected?.get(member), said.get(member)];
    return mine === theirs ? [] : [`${what}: ${member} has ${theirs} in place of ${mine}`];
  });
  return uneven.concat(wrong);
}
