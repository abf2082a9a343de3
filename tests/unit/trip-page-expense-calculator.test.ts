import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSum } from "#app/trips/[tripId]/_model/money/calculator.ts";
import { decimalText, MAX_AMOUNT } from "#lib/shared/money.ts";

const SIGNS = "0 1 2 3 4 5 6 7 8 9 . , + - * / ( ) x €".split(" ");

describe("an amount as it is typed", () => {
  test.each([
    ["4620", "JPY", 4620],
    ["12.50+3*4", "EUR", 2450],
    ["4620/2", "JPY", 2310],
    ["（４６２０－３００）÷２", "JPY", 2160],
    ["12,50 + 3 × 4", "EUR", 2450],
    ["1 200+1.50", "EUR", 120_150],
    ["1,200+800", "JPY", 2000],
    ["€12.50+€3", "JPY", 1550],
    ["2x3.50", "USD", 700],
    ["1000*1.1", "JPY", 1100],
    ["10 - -2", "EUR", 1200],
    ["2*(3+4)*5", "EUR", 7000],
    ["100/8/5", "EUR", 250],
    ["1.250+0,125", "KWD", 1375],
    ["0.1+0.2", "EUR", 30],
    ["12。5", "EUR", 1250],
    ["12。5+1", "EUR", 1350],
    ["12+3=", "EUR", 1500],
    ["12 =", "EUR", 1200],
    ["45*1.789", "EUR", 8051],
    ["1000/1.789", "JPY", 559],
    ["100*0.921", "EUR", 9210],
    ["100*0.920", "EUR", 9200],
    ["2*1.25", "EUR", 250],
    ["2*12.50", "EUR", 2500],
    ["2*1.250,00", "EUR", 250_000],
    ["2*1.250", "KWD", 2500],
    ["12-12", "EUR", 0],
  ])("%s in %s", (text, currency, amount) => {
    expect(readSum(text, currency)).toMatchObject({ kind: "sum", amount });
  });

  test("takes the currency that is typed with it", () => {
    expect(readSum("€12.50+€3", "JPY")).toMatchObject({ currency: "EUR" });
    expect(readSum("20 USD", "JPY")).toMatchObject({ amount: 2000, currency: "USD", isCalculated: false });
  });

  test("rounds what it comes to, halves up, and says so", () => {
    expect(readSum("4621/2", "JPY")).toMatchObject({ amount: 2311, isRounded: true });
    expect(readSum("10/3", "EUR")).toMatchObject({ amount: 333, isRounded: true });
    expect(readSum("10/3*3", "EUR")).toMatchObject({ amount: 1000, isRounded: false });
    expect(readSum("20/3", "EUR")).toMatchObject({ amount: 667, isRounded: true });
  });

  test.each([
    ["1.234", "EUR", "ambiguous"],
    ["1.234*2", "EUR", "ambiguous"],
    ["1.250*2", "EUR", "ambiguous"],
    ["2*1.250", "EUR", "ambiguous"],
    ["2*(3-1.250)", "EUR", "ambiguous"],
    ["3/1.500", "JPY", "ambiguous"],
    ["1,234", "KWD", "ambiguous"],
    ["2*1,234", "BHD", "ambiguous"],
    ["12.50+", "EUR", "unfinished"],
    ["(12+3", "EUR", "unfinished"],
    ["12+3)", "EUR", "noSum"],
    ["5/0", "EUR", "byZero"],
    ["5/(2-2)", "EUR", "byZero"],
    ["3-5", "EUR", "belowZero"],
    ["99999999999*99999", "JPY", "tooLarge"],
    ["12,34,5", "EUR", "noSum"],
    ["tea", "EUR", "noSum"],
    ["12:30", "EUR", "noSum"],
    ["=", "EUR", "noSum"],
    ["12=3", "EUR", "noSum"],
    ["45+1.789", "EUR", "ambiguous"],
    ["12²", "EUR", "noSum"],
    ["12%", "EUR", "noSum"],
    ["$5+€3", "EUR", "whichCurrency"],
    ["5 kr + 3", "EUR", "whichCurrency"],
    ["12.5", "JPY", "noSum"],
    ["+".repeat(90), "JPY", "noSum"],
  ])("%s in %s is refused: %s", (text, currency, problem) => {
    expect(readSum(text, currency)).toEqual({ kind: "wrong", problem });
  });

  test("nothing is empty, not wrong", () => {
    expect(readSum("  ", "EUR")).toEqual({ kind: "empty" });
  });

  test("adds cents as whole numbers do", () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 1, max: 99 }), (a, b, times) => {
        expect(readSum(`${decimalText(a, "EUR")}+${decimalText(b, "EUR")}*${times}`, "EUR")).toMatchObject({
          amount: a + b * times,
        });
      }),
    );
  });

  test("never gives more than one sum may be, nor half a unit", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...SIGNS) }), (text) => {
        const reading = readSum(text, "EUR");
        if (reading.kind !== "sum") return;
        expect(Number.isSafeInteger(reading.amount)).toBe(true);
        expect(reading.amount).toBeLessThanOrEqual(MAX_AMOUNT);
        expect(reading.amount).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
