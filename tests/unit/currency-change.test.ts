import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  balancesIn,
  convertToTripCurrency,
  isWithinMaxAmount,
  type Ledger,
  type TripCurrency,
} from "#lib/shared/balances.ts";
import {
  undoCurrencyChange,
  type CurrencyChangeTime,
  withCurrency as changedWhen,
} from "#lib/shared/currency-change.ts";
import { chainRates, inverseRate, isRateValue, type Rate } from "#lib/shared/rates.ts";
import { CURRENCIES, ledgers } from "#tests/helpers/random-ledger.ts";

function rate(to: string, value: string): Rate {
  return { to, value, source: "typed", date: "2026-11-22" };
}

/** Changes the currency of a trip. Without `leaving`, no expense was recorded in the old currency. */
function withCurrency(trip: TripCurrency, to: Rate, leaving?: CurrencyChangeTime): TripCurrency | null {
  return changedWhen(trip, to, leaving ?? { at: "2026-11-22T10:00:00.000Z", newest: null });
}

function former(currency: string, value: string) {
  return { currency, value, source: "typed" as const, date: "2026-11-22" };
}

describe("chainRates", () => {
  test.each([
    ["178.906", "0.00558952746135", "1.0000000000002831"],
    ["2", "3", "6"],
    ["0.5", "0.5", "0.25"],
    ["100", "10", "1000"],
    ["0.0000000001", "0.00000000005", "0.00000000000000000001"],
    ["0.0000000001", "0.00000000004", null],
    ["999999999", "2", null],
  ])("%s and %s are %s", (first, second, expected) => {
    expect(chainRates(first, second)).toBe(expected);
  });
});

describe("inverseRate", () => {
  test.each([
    ["2", "0.5"],
    ["1", "1"],
    ["178.906", "0.00558952746135"],
    ["0.00000001", "100000000"],
    ["0.000000001", null],
    ["0.00000000000000000001", null],
  ])("of %s is %s", (value, expected) => {
    expect(inverseRate(value)).toBe(expected);
  });
});

describe("another currency", () => {
  test("keeps the rate to it, and leads those before on", () => {
    const first = withCurrency({ currency: "EUR", formerCurrencies: [] }, rate("USD", "1.5"));
    expect(first).toEqual({ currency: "USD", formerCurrencies: [former("EUR", "1.5")] });
    const second = first && withCurrency(first, rate("JPY", "100"));
    expect(second).toEqual({
      currency: "JPY",
      formerCurrencies: [former("EUR", "150"), former("USD", "100")],
    });
  });

  test("that was its own before is no former one any more", () => {
    const trip = { currency: "USD", formerCurrencies: [former("EUR", "1.5")] };
    expect(withCurrency(trip, rate("EUR", "0.6"))).toEqual({
      currency: "EUR",
      formerCurrencies: [former("USD", "0.6")],
    });
  });

  test.each(["999999999", "0.00000000000000000001"])("by %s can't be kept", (value) => {
    const trip = { currency: "USD", formerCurrencies: [former("EUR", "10")] };
    expect(withCurrency(trip, rate("JPY", value))).toBeNull();
  });
});

describe("back to the currency before", () => {
  const before: TripCurrency = { currency: "EUR", formerCurrencies: [former("KWD", "3.1234567")] };

  test("the old rates are as they were, and what was recorded since leads back", () => {
    const now = withCurrency(before, rate("JPY", "180")) ?? before;
    expect(undoCurrencyChange(now, before, null)).toEqual({
      currency: "EUR",
      formerCurrencies: [former("KWD", "3.1234567"), former("JPY", "0.00555555555556")],
    });
  });

  test("a rate that was there before is not overwritten", () => {
    const old = { currency: "EUR", formerCurrencies: [former("JPY", "0.006")] };
    const now = withCurrency(old, rate("JPY", "180")) ?? old;
    expect(undoCurrencyChange(now, old, null)).toEqual(old);
  });

  test("what came between leads back as well", () => {
    const [usd, eur] = [rate("USD", "0.01"), rate("EUR", "0.8")];
    const inUsd = withCurrency({ currency: "JPY", formerCurrencies: [] }, usd);
    const inEur = inUsd && withCurrency(inUsd, eur);
    const back = inEur && undoCurrencyChange(inEur, { currency: "USD", formerCurrencies: [] }, null);
    expect(back).toEqual({
      currency: "USD",
      formerCurrencies: [former("EUR", "1.25"), former("JPY", "0.01")],
    });
  });

  test("without a rate of its own, by the one that is given; without any, not at all", () => {
    const now = { currency: "JPY", formerCurrencies: [] };
    const then = { currency: "EUR", formerCurrencies: [] };
    expect(undoCurrencyChange(now, then, rate("EUR", "0.005"))?.formerCurrencies).toEqual([
      former("JPY", "0.005"),
    ]);
    expect(undoCurrencyChange(now, then, null)).toBeNull();
    expect(undoCurrencyChange(now, now, null)).toEqual(now);
  });
});

const change = fc.record({
  to: fc.constantFrom(...CURRENCIES),
  digits: fc.integer({ min: 100, max: 99_999_999 }),
  isUndone: fc.boolean(),
});

/** Whether all amounts can be converted; the service checks this before it accepts a change. */
function isCountable(trip: TripCurrency, { expenses, settlements }: Ledger): boolean {
  const amounts = [...expenses.map(({ money, rate: its }) => ({ ...money, rate: its })), ...settlements];
  return amounts.every((money) => isWithinMaxAmount(trip, money));
}

describe("after any changes, taken back or not", () => {
  test("everything is reachable, balances sum to 0, and taking the last ones back gives the old balances exactly", () => {
    fc.assert(
      fc.property(ledgers, fc.array(change, { maxLength: 8 }), ({ trip, ledger }, changes) => {
        const seen = new Set([trip.currency]);
        const past: TripCurrency[] = [];
        let now = trip;
        for (const { to, digits, isUndone } of changes) {
          const last = isUndone ? past.pop() : undefined;
          if (last) {
            const back = undoCurrencyChange(now, last, null);
            expect(back && balancesIn(back, ledger)).toEqual(balancesIn(last, ledger));
            now = back ?? now;
            continue;
          }
          const next = to === now.currency ? null : withCurrency(now, rate(to, String(digits / 10_000)));
          if (!next || !isCountable(next, ledger)) continue;
          past.push(now);
          now = next;
          seen.add(to);
        }
        const sum = [...balancesIn(now, ledger).values()].reduce((total, amount) => total + amount, 0);
        expect(sum).toBe(0);
        for (const { value } of now.formerCurrencies) expect(isRateValue(value)).toBe(true);
        for (const currency of seen)
          expect(() => convertToTripCurrency(now, { amount: 1, currency, rate: null })).not.toThrow();
      }),
    );
  });
});
