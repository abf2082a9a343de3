import { describe, expect, test } from "vitest";
import { intlLocales } from "#app/_i18n/locales.ts";
import { readSum } from "#app/trips/[tripId]/_model/money/calculator.ts";
import { makeFormat } from "#app/trips/[tripId]/_model/money/money-format.ts";
import {
  currencyCodes,
  currencyExponent,
  decimalText,
  formatClearMoney,
  formatMoney,
  MAX_AMOUNT,
  parseAmount,
} from "#lib/shared/money.ts";

/** Amounts in minor units, and their English and Chinese texts, whose spaces are non-breaking. */
const SHOWN: [currency: string, amount: number, english: string, chinese: string][] = [
  ["JPY", 4620, "¥4,620", "¥4,620"],
  ["JPY", 1, "¥1", "¥1"],
  ["CLP", 4620, "$4,620", "$4,620"],
  ["HUF", 462_050, "Ft 4,620.50", "Ft 4,620.50"],
  ["HUF", 462_000, "Ft 4,620", "Ft 4,620"],
  ["IDR", 462_005, "Rp 4,620.05", "Rp 4,620.05"],
  ["KWD", 4620, "KWD 4.620", "KWD 4.620"],
  ["KWD", 4_620_000, "KWD 4,620", "KWD 4,620"],
  ["BHD", 5, "BHD 0.005", "BHD 0.005"],
  ["EUR", 1250, "€12.50", "€12.50"],
  ["EUR", 5, "€0.05", "€0.05"],
  ["EUR", 99_999_999_999_999, "€999,999,999,999.99", "€999,999,999,999.99"],
];

const plain = (text: string) => text.replaceAll(/\s/g, " ");

describe("money in both languages", () => {
  test.each(SHOWN)("%s %d", (currency, amount, english, chinese) => {
    expect(plain(formatMoney({ amount, currency }, intlLocales.en))).toBe(english);
    expect(plain(formatMoney({ amount, currency }, intlLocales.zh))).toBe(chinese);
  });

  test.each(["JPY", "CLP", "HUF", "KWD", "BHD", "EUR", "CLF"])("%s is read as it is written", (currency) => {
    const exponent = currencyExponent(currency);
    const nearOne = [1, 5, 10 ** exponent, 12 * 10 ** exponent + (exponent > 0 ? 1 : 0)];
    for (const amount of [...nearOne, 987_654_321, MAX_AMOUNT - 1, MAX_AMOUNT]) {
      const digits = decimalText(amount, currency);
      expect(parseAmount(digits, currency), digits).toBe(amount);
      expect(readSum(digits, currency), digits).toMatchObject({ kind: "sum", amount });
    }
    const above = decimalText(MAX_AMOUNT + 1, currency);
    expect(parseAmount(above, currency)).toBeNull();
    expect(readSum(above, currency)).toEqual({ kind: "wrong", problem: "tooLarge" });
  });

  test("no currency takes its digits from anything but ISO's table", () => {
    for (const currency of currencyCodes()) {
      const exponent = currencyExponent(currency);
      const figures = formatMoney({ amount: 10 ** exponent + 1, currency }, intlLocales.en);
      const fraction = /\.(\d+)$/.exec(figures)?.[1] ?? "";
      expect(fraction.length, currency).toBe(exponent);
    }
  });

  test("too many digits are refused instead of cut off", () => {
    expect(parseAmount("12.5", "JPY")).toBeNull();
    expect(parseAmount("12.5", "CLP")).toBeNull();
    expect(parseAmount("12.505", "HUF")).toBeNull();
    expect(parseAmount("1.2345", "KWD")).toBeNull();
  });

  test("yen and yuan, or two kinds of dollars, are told apart where both are in use", () => {
    const format = makeFormat(intlLocales.zh, ["JPY", "CNY"]);
    expect(format.money({ amount: 4620, currency: "JPY" })).not.toBe(
      format.money({ amount: 462_000, currency: "CNY" }),
    );
    const dollars = makeFormat(intlLocales.en, ["USD", "CLP"]);
    expect(dollars.money({ amount: 4620, currency: "CLP" })).not.toBe(
      dollars.money({ amount: 462_000, currency: "USD" }),
    );
  });

  test.each([intlLocales.en, intlLocales.zh])("alone, no two currencies look the same in %s", (locale) => {
    const say = (currency: string) =>
      formatClearMoney({ amount: 10 ** currencyExponent(currency), currency }, locale);
    expect(["JPY", "CNY", "USD", "CAD", "EUR"].map(say).map(plain)).toEqual([
      "JPY 1",
      "CNY 1",
      "USD 1",
      "CAD 1",
      "€1",
    ]);
    expect(new Set(currencyCodes().map(say)).size).toBe(currencyCodes().length);
  });

  test("below 0 it has a minus, not a hyphen", () => {
    expect(makeFormat(intlLocales.en, ["EUR"]).money({ amount: -1250, currency: "EUR" })).toBe("−€12.50");
  });
});
