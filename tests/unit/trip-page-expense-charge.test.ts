import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convertAmount, rateTexts } from "#app/trips/[tripId]/_money/form/counted-by.ts";
import { type ExpenseForm, formOf } from "#app/trips/[tripId]/_money/form/expense-form.ts";
import { expensePatch } from "#app/trips/[tripId]/_money/form/expense-patch.ts";
import { readExpense } from "#app/trips/[tripId]/_money/form/read-expense.ts";
import { currencyExponent, decimalText, MAX_AMOUNT, type MoneyValue } from "#lib/shared/money.ts";
import { convert, isRateValue } from "#lib/shared/rates.ts";
import { A, filledForm, sentExpense, storedExpense } from "./expense-forms.ts";

const found = { rate: null, isUnknown: false };

function opened(form: ExpenseForm, tripCurrency: string) {
  const reading = readExpense(form, { members: [A], tripCurrency });
  const state = { form, reading, found, expense: null, tripCurrency };
  return { reading, texts: rateTexts(state, convertAmount(state)) };
}

function amountOf({ amount, currency }: MoneyValue): MoneyValue {
  return { amount, currency };
}

/** Returns a form in which the charged amount was typed by hand. */
function charge(amount: string, currency: string, charged: string, tripCurrency = "EUR") {
  return opened(filledForm({ amount, currency, charged }), tripCurrency);
}

const body = sentExpense(filledForm({}));
const CURRENCIES = ["EUR", "USD", "JPY", "KWD", "IDR", "HUF", "CLF"] as const;

describe("what was charged", () => {
  test("makes the rate, and is to the unit what the amount then comes to", () => {
    const { reading, texts } = charge("19.99", "USD", "17.39");
    expect(reading.problems).toEqual([]);
    expect(reading.fields.rate).toBe("0.87");
    expect(texts).toEqual({ rate: "0.87", charged: "17.39", comesTo: "17.39" });
  });

  test("comes back to the unit for every amount and currency, and so when it is opened again", () => {
    const cases = fc.record({
      ends: fc.uniqueArray(fc.constantFrom(...CURRENCIES), { minLength: 2, maxLength: 2 }),
      amount: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: MAX_AMOUNT })),
      charged: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: MAX_AMOUNT })),
      isRefund: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ ends: [currency = "", to = ""], amount, charged, isRefund }) => {
        const whole = (charged / amount) * 10 ** (currencyExponent(currency) - currencyExponent(to));
        fc.pre(whole < 999_999_999);
        const texts = { amount: decimalText(amount, currency), charged: decimalText(charged, to) };
        const form = filledForm({ ...texts, currency, isRefund });
        const { reading } = opened(form, to);
        const value = reading.fields.rate ?? "";
        expect(isRateValue(value)).toBe(true);
        expect(convert(reading.money.amount, currency, to, [value])).toBe(isRefund ? -charged : charged);
        const rate = { to, value, source: "typed", date: "2026-11-16" } as const;
        const again = formOf(
          { ...storedExpense(body), money: { ...body.money, ...amountOf(reading.money) }, rate },
          to,
        );
        const shown = opened(again, to).texts;
        expect(shown.rate).toBe(value);
        expect(Number(shown.charged)).toBe(Number(decimalText(charged, to)));
      }),
      { numRuns: 500 },
    );
  });

  test("stays what it was where the amount is corrected", () => {
    expect(charge("19.99", "USD", "17.39").reading.fields.rate).not.toBe(
      charge("29.99", "USD", "17.39").reading.fields.rate,
    );
    expect(charge("29.99", "USD", "17.39").texts.comesTo).toBe("17.39");
  });

  test.each([
    ["0", "19.99"],
    ["tea", "19.99"],
    ["17.391", "19.99"],
    ["$17.39", "19.99"],
    ["10000000000", "0.01"],
  ])("of %s is said beside its field", (charged, amount) => {
    expect(charge(amount, "USD", charged).reading.problems).toEqual([{ field: "charged", kind: "noCharge" }]);
  });

  test("waits for the amount, and means nothing in the trip's own currency", () => {
    expect(charge("", "USD", "17.39").reading.problems).toEqual([{ field: "amount", kind: "noAmount" }]);
    const own = charge("20", "EUR", "17.39").reading;
    expect([own.problems, own.fields.rate]).toEqual([[], null]);
  });

  test("over a rate that was typed before is a change of it", () => {
    const [before, after] = [
      filledForm({ amount: "19.99", currency: "USD", rate: "0.9" }),
      filledForm({ amount: "19.99", currency: "USD", charged: "17.39" }),
    ].map((form) => ({ form, reading: opened(form, "EUR").reading }));
    expect(before && after && expensePatch(before, after)).toEqual({ rate: { value: "0.87" } });
  });
});
