import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { intlLocales, locales } from "#app/_i18n/locales.ts";
import {
  amountText,
  withOtherCurrency,
  isRounded,
  readCost,
  originalAmount,
} from "#app/trips/[tripId]/_model/money/cost-text.ts";
import { makeFormat } from "#app/trips/[tripId]/_model/money/money-format.ts";
import { currencyCodes, currencyExponent, MAX_AMOUNT, type MoneyValue } from "#lib/shared/money.ts";

function money(amount: number, currency: string): MoneyValue {
  return { amount, currency };
}

describe("readCost", () => {
  test.each([
    ["3500", "JPY", money(3500, "JPY")],
    ["¥3,500", "JPY", money(3500, "JPY")],
    ["12.50", "EUR", money(1250, "EUR")],
    ["12,5", "EUR", money(1250, "EUR")],
    ["0,50", "EUR", money(50, "EUR")],
    ["12.", "EUR", money(1200, "EUR")],
    ["1,250", "EUR", money(125_000, "EUR")],
    ["1234,5", "EUR", money(123_450, "EUR")],
    ["1 234,50", "EUR", money(123_450, "EUR")],
    ["1\u00A0234,50\u00A0€", "EUR", money(123_450, "EUR")],
    ["1\u202F234,50", "EUR", money(123_450, "EUR")],
    ["1'234,50", "CHF", money(123_450, "CHF")],
    ["CHF 1’234.50", "CHF", money(123_450, "CHF")],
    ["Fr. 20", "CHF", money(2000, "CHF")],
    ["Fr.20", "CHF", money(2000, "CHF")],
    ["1.234,50", "EUR", money(123_450, "EUR")],
    ["1.234.567", "EUR", money(123_456_700, "EUR")],
    ["12,34,567.50", "INR", money(123_456_750, "INR")],
    ["1.234", "KWD", money(1234, "KWD")],
    ["0,125", "KWD", money(125, "KWD")],
    ["12.50 eur", "JPY", money(1250, "EUR")],
    ["USD 20", "JPY", money(2000, "USD")],
    ["HKD$100", "EUR", money(10_000, "HKD")],
    ["HK$100", "EUR", money(10_000, "HKD")],
    ["$20", "CAD", money(2000, "CAD")],
    ["US$20", "CAD", money(2000, "USD")],
    ["$20 USD", "EUR", money(2000, "USD")],
    ["£20", "EUR", money(2000, "GBP")],
    ["£20", "EGP", money(2000, "EGP")],
    ["20 euros", "JPY", money(2000, "EUR")],
    ["¥30", "CNY", money(3000, "CNY")],
    ["CN¥30", "JPY", money(3000, "CNY")],
    ["3500円", "EUR", money(3500, "JPY")],
    ["30元", "EUR", money(3000, "CNY")],
    ["30元", "TWD", money(3000, "TWD")],
    ["３５００", "JPY", money(3500, "JPY")],
    ["￥３，５００", "JPY", money(3500, "JPY")],
    ["20 kr", "SEK", money(2000, "SEK")],
  ])("%s in a field of %s", (text, currency, cost) => {
    expect(readCost(text, currency)).toEqual({ kind: "cost", cost });
  });

  test.each([
    ["12.50", "JPY"],
    ["12.505", "EUR"],
    // `1,234` could be one thousand or a little more than one, since people who pay in dinars write both in this way.
    ["1,234", "TND"],
    ["1.234", "EUR"],
    ["1,23,4", "EUR"],
    ["1 23", "EUR"],
    ["1.234.5", "EUR"],
    ["1,234'567", "EUR"],
    ["12²", "EUR"],
    ["12½", "EUR"],
    ["20 EUR 30", "EUR"],
    ["20-30", "EUR"],
    ["-5", "JPY"],
    [".5", "EUR"],
    ["abc", "JPY"],
    ["", "JPY"],
    ["9999999999999", "JPY"],
  ])("%s in a field of %s is no sum", (text, currency) => {
    expect(readCost(text, currency)).toEqual({ kind: "noSum" });
  });

  test.each([
    ["$20", "EUR", "$", "20 USD"],
    ["¥3000", "EUR", "¥", "3000 JPY"],
    ["20 kr", "EUR", "kr", "20 SEK"],
    ["abc20", "EUR", "abc", "20 EUR"],
    ["USD 20 EUR", "EUR", "USD EUR", "20 EUR"],
    ["20 constructor", "EUR", "constructor", "20 EUR"],
  ])("%s in a field of %s asks which currency", (text, currency, unit, example) => {
    expect(readCost(text, currency)).toEqual({ kind: "whichCurrency", unit, example });
  });
});

const currency = fc.constantFrom(...currencyCodes());
const amount = fc.oneof(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: MAX_AMOUNT - 1 }));
const sum = fc.record({ amount, currency });
const anyLocale = fc.constantFrom(
  "en-GB",
  "en-IN",
  "zh-CN",
  "ja-JP",
  "de-DE",
  "de-CH",
  "fr-FR",
  "sv-SE",
  "pt-BR",
);

/**
 * Whether a text is unclear: in currencies with three decimals, whole thousands look like a fraction, so they are not
 * read.
 */
function isUnclear(text: string, { currency: code }: MoneyValue): boolean {
  return currencyExponent(code) >= 3 && /^\D*\d{1,3},\d{3}\D*$/.test(text);
}

describe("what is shown can be typed", () => {
  test("in the languages of the app, for every currency, whichever the trip's is", () => {
    fc.assert(
      fc.property(sum, currency, fc.constantFrom(...locales), (cost, own, locale) => {
        const text = makeFormat(intlLocales[locale], [own]).money(cost);
        fc.pre(!isUnclear(text, cost));
        expect(readCost(text, cost.currency), text).toEqual({ kind: "cost", cost });
      }),
      { numRuns: 2000 },
    );
  });

  test("in the figures of other languages, with the code", () => {
    fc.assert(
      fc.property(sum, anyLocale, fc.boolean(), (cost, locale, after) => {
        const digits = currencyExponent(cost.currency);
        const figures = new Intl.NumberFormat(locale, { minimumFractionDigits: digits }).format(
          cost.amount / 10 ** digits,
        );
        const text = after ? `${figures} ${cost.currency}` : `${cost.currency} ${figures}`;
        fc.pre(!/^\D*\d{1,3}[.,]\d{3}\D*$/.test(text));
        for (const field of [cost.currency, "EUR", "JPY"]) {
          expect(readCost(text, field), text).toEqual({ kind: "cost", cost });
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("as it is edited", () => {
    fc.assert(
      fc.property(sum, (cost) => {
        expect(readCost(amountText(cost), cost.currency)).toEqual({ kind: "cost", cost });
      }),
    );
  });
});

describe("another currency", () => {
  test.each([
    [money(1250, "USD"), money(13, "JPY")],
    [money(1249, "USD"), money(12, "JPY")],
    [money(1250, "USD"), money(1250, "EUR")],
    [money(1250, "JPY"), money(125_000, "EUR")],
    [money(1234, "KWD"), money(123, "USD")],
    [money(1235, "KWD"), money(124, "USD")],
    [money(1234, "USD"), money(12_340, "KWD")],
    [money(MAX_AMOUNT, "JPY"), null],
  ])("%o becomes %o", (from, to) => {
    expect(withOtherCurrency(from, to?.currency ?? "EUR")).toEqual(to);
  });

  test("is exact where nothing is lost, and within half a unit where it is", () => {
    fc.assert(
      fc.property(sum, currency, (from, to) => {
        const moved = withOtherCurrency(from, to);
        fc.pre(moved !== null);
        const lost = currencyExponent(from.currency) - currencyExponent(to);
        const scale = BigInt(10 ** Math.abs(lost));
        const [was, is] = [BigInt(from.amount), BigInt(moved.amount)];
        if (lost <= 0) expect(is).toBe(was * scale);
        else expect(is).toBe((2n * was + scale) / (2n * scale));
      }),
    );
  });

  test("and back again loses nothing, until the sum is another one", () => {
    const dollars = money(1250, "USD");
    const yen = money(13, "JPY");
    expect(isRounded(dollars, yen)).toBe(true);
    expect(withOtherCurrency(originalAmount(dollars, yen), "USD")).toEqual(dollars);
    expect(withOtherCurrency(originalAmount(dollars, money(14, "JPY")), "USD")).toEqual(money(1400, "USD"));
    expect(isRounded(money(1200, "USD"), money(12, "JPY"))).toBe(false);
    expect(isRounded(yen, yen)).toBe(false);
  });
});
