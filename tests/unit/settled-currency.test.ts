import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  balancesIn,
  isWithinMaxAmount,
  type Ledger,
  type LedgerExpense,
  type LedgerSettlement,
  type TripCurrency,
} from "#lib/shared/balances.ts";
import { withCurrency } from "#lib/shared/currency-change.ts";
import { currencyExponent } from "#lib/shared/money.ts";
import { privateBalances, privateTransfers } from "#lib/shared/private-transfers.ts";
import { isRateValue, type Rate } from "#lib/shared/rates.ts";
import { settleUp } from "#lib/shared/settle-up.ts";
import { currencyPeriodsOf } from "#lib/shared/currency-periods.ts";
import { moneyAmong } from "#tests/helpers/random-ledger.ts";

/** The approximate value of one euro in each currency. */
const WORTH = { EUR: 1, USD: 1.1, JPY: 170, KWD: 0.34, IDR: 17_500, HUF: 395, CLF: 0.028 } as const;
type Code = keyof typeof WORTH;
const codes = Object.keys(WORTH) as Code[];

/** Returns a day's exchange rate, which differs from the table by up to a tenth. */
function rateOf(from: Code, to: Code, drift: number): Rate {
  const value = ((WORTH[to] / WORTH[from]) * (0.9 + drift / 5000)).toFixed(10).replace(/\.?0+$/, "");
  return { to, value, source: "typed", date: "2026-11-28" };
}

interface World {
  trip: TripCurrency;
  ledger: { expenses: LedgerExpense[]; settlements: LedgerSettlement[] };
  /** The current time in milliseconds. */
  now: number;
  newest: string | null;
}

function newWorld(currency: Code): World {
  const ledger = { expenses: [], settlements: [] };
  return { trip: { currency, formerCurrencies: [] }, ledger, now: Date.UTC(2026, 10, 28), newest: null };
}

function instant(world: World): string {
  world.now += 1000;
  return new Date(world.now).toISOString();
}

function codeOf({ currency }: TripCurrency): Code {
  return codes.find((code) => code === currency) ?? "EUR";
}

const deed = (members: number) =>
  fc.record({
    kind: fc.constantFrom("spend", "spend", "spend", "pay", "settle", "change", "change"),
    money: moneyAmong(members),
    currency: fc.constantFrom(...codes),
    drift: fc.nat(1000),
    pick: fc.nat(10_000),
  });
type Deed = ReturnType<typeof deed> extends fc.Arbitrary<infer T> ? T : never;

function spend(world: World, { money, currency, drift }: Deed): void {
  const to = codeOf(world.trip);
  const rate = currency === to ? null : rateOf(currency, to, drift);
  const createdAt = instant(world);
  world.ledger.expenses.push({ id: `e${world.now}`, money: { ...money, currency }, rate, createdAt });
  world.newest = createdAt;
}

function pay(world: World, transfers: ReturnType<typeof settleUp>): void {
  const { currency } = world.trip;
  for (const transfer of transfers) {
    const createdAt = instant(world);
    world.ledger.settlements.push({ id: `s${world.now}`, ...transfer, currency, rate: null, createdAt });
    world.newest = createdAt;
  }
}

function isCountable(trip: TripCurrency, { expenses, settlements }: Ledger): boolean {
  const amounts = [...expenses.map(({ money, rate }) => ({ ...money, rate })), ...settlements];
  return amounts.every((money) => isWithinMaxAmount(trip, money));
}

function change(world: World, { currency, drift }: Deed): Rate | null {
  if (currency === world.trip.currency) return null;
  const rate = rateOf(codeOf(world.trip), currency, drift);
  const next = isRateValue(rate.value)
    ? withCurrency(world.trip, rate, { at: instant(world), newest: world.newest })
    : null;
  if (!next || !isCountable(next, world.ledger)) return null;
  world.trip = next;
  return rate;
}

/** Converts an amount to minor units of another currency without rounding. */
function worth(amount: number, from: string, { to, value }: Rate): number {
  return amount * Number(value) * 10 ** (currencyExponent(to) - currencyExponent(from));
}

function expectCarried(before: TripCurrency, ledger: Ledger, after: TripCurrency, rate: Rate): void {
  const [then, now] = [balancesIn(before, ledger), balancesIn(after, ledger)];
  expect([...now.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect([...now.keys()].toSorted()).toEqual([...then.keys()].toSorted());
  for (const [id, amount] of then) {
    if (amount === 0) expect(now.get(id)).toBe(0);
    else {
      const exact = worth(amount, before.currency, rate);
      expect(Math.abs((now.get(id) ?? 0) - exact)).toBeLessThan(1 + Math.abs(exact) * 1e-9);
    }
  }
}

/**
 * Runs an action. It returns the new exchange rate; null if the currency did not change, or changed back before
 * anything was recorded.
 */
function perform(world: World, what: Deed): Rate | null {
  if (what.kind === "spend") spend(world, what);
  if (what.kind === "settle") pay(world, settleUp(balancesIn(world.trip, world.ledger)));
  if (what.kind === "pay") pay(world, settleUp(balancesIn(world.trip, world.ledger)).slice(0, what.pick % 3));
  if (what.kind !== "change") return null;
  const left = currencyPeriodsOf(world.trip).findLast(({ currency }) => currency === what.currency);
  const isBack = left !== undefined && (world.newest ?? "") <= left.at;
  const rate = change(world, what);
  return isBack ? null : rate;
}

const stories = fc.integer({ min: 2, max: 8 }).chain((members) =>
  fc.record({
    start: fc.constantFrom(...codes),
    deeds: fc.array(deed(members), { minLength: 5, maxLength: 25 }),
  }),
);

describe("another currency of the trip", () => {
  test("converts what each is owed as a whole: who was even is even, and the sum is 0", () => {
    fc.assert(
      fc.property(stories, ({ start, deeds }) => {
        const world = newWorld(start);
        for (const what of deeds) {
          const before = world.trip;
          const rate = perform(world, what);
          if (rate) expectCarried(before, world.ledger, world.trip, rate);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("opens nothing between two who have settled in private", () => {
    fc.assert(
      fc.property(stories, ({ start, deeds }) => {
        const world = newWorld(start);
        for (const what of deeds) {
          if (what.kind === "spend") spend(world, what);
          if (what.kind === "settle" || what.kind === "pay")
            pay(world, privateTransfers("member-00", world.trip, world.ledger));
          const settled = privateTransfers("member-00", world.trip, world.ledger).length === 0;
          if (what.kind === "change" && perform(world, what) && settled)
            expect(privateTransfers("member-00", world.trip, world.ledger)).toEqual([]);
          const own = privateTransfers("member-00", world.trip, world.ledger);
          const due = own.reduce((sum, { to, amount }) => sum + (to === "member-00" ? amount : -amount), 0);
          expect(privateBalances(world.trip, world.ledger).get("member-00") ?? 0).toBe(due);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("in which nothing is recorded leaves no trace: back again, the digits are the same", () => {
    fc.assert(
      fc.property(
        stories,
        fc.array(fc.constantFrom(...codes), { maxLength: 4 }),
        ({ start, deeds }, ways) => {
          const world = newWorld(start);
          for (const what of deeds) perform(world, what);
          const home = codeOf(world.trip);
          const before = balancesIn(world.trip, world.ledger);
          const [first] = deeds;
          const [last] = currencyPeriodsOf(world.trip).slice(-1);
          if (!first || (last && (world.newest ?? "") < last.at)) return;
          for (const currency of [...ways, home]) change(world, { ...first, currency });
          if (world.trip.currency === home) expect(balancesIn(world.trip, world.ledger)).toEqual(before);
        },
      ),
    );
  });
});

describe("a ledger that does not say when it was recorded", () => {
  test("stays even through every change", () => {
    fc.assert(
      fc.property(stories, fc.array(fc.constantFrom(...codes)), ({ start, deeds }, ways) => {
        const world = newWorld(start);
        for (const what of deeds) if (what.kind === "spend") spend(world, what);
        pay(world, settleUp(balancesIn(world.trip, world.ledger)));
        for (const row of [...world.ledger.expenses, ...world.ledger.settlements]) delete row.createdAt;
        const [first] = deeds;
        for (const currency of first ? ways : []) {
          if (first) change(world, { ...first, currency });
          expect(settleUp(balancesIn(world.trip, world.ledger))).toEqual([]);
        }
      }),
    );
  });
});
