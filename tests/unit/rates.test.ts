import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convert, crossRate, isRateValue } from "#lib/shared/rates.ts";

describe("convert", () => {
  test.each([
    [10_000, "EUR", "JPY", ["178.906"], 17_891],
    [1, "JPY", "EUR", ["0.0055"], 1],
    [1000, "KWD", "JPY", ["487.5"], 488],
    [1, "KWD", "BHD", ["1.2345"], 1],
    [12_345, "HUF", "EUR", ["0.0025"], 31],
    [-10_000, "EUR", "JPY", ["178.906"], -17_891],
    [100, "EUR", "JPY", ["1.5"], 2],
    [-100, "EUR", "JPY", ["1.5"], -2],
    [100, "EUR", "JPY", ["0.4"], 0],
    [999_999_999_999, "KWD", "CLF", ["1"], 9_999_999_999_990],
  ])("%s %s to %s by %j is %s", (amount, from, to, rates, expected) => {
    expect(convert(amount, from, to, rates)).toBe(expected);
  });

  test("rounds once, at the end of all rates", () => {
    // Rounding after each of the two rates would give 2.
    expect(convert(1, "JPY", "KRW", ["0.5", "2"])).toBe(1);
  });

  test("never says -0", () => {
    expect(Object.is(convert(-1, "EUR", "JPY", ["0.001"]), 0)).toBe(true);
  });
});

describe("isRateValue", () => {
  test.each(["1", "0.1", "178.906", "0.00000000000000000001", "999999999.99999999999999999999"])(
    "takes %s",
    (text) => {
      expect(isRateValue(text)).toBe(true);
    },
  );
  test.each([
    "",
    "0",
    "0.0",
    "-1",
    "+1",
    "1.",
    ".5",
    "01",
    "1e3",
    "1,5",
    "NaN",
    "1 ",
    "1234567890",
    "0.000000000000000000001",
    "１",
  ])("refuses %j", (text) => {
    expect(isRateValue(text)).toBe(false);
  });
});

describe("crossRate", () => {
  test.each([
    ["1", "178.906", "178.906"],
    ["178.906", "1", "0.00558952746135"],
    ["1.1", "178.906", "162.641818182"],
    ["2", "1", "0.5"],
    ["1", "1000000", "1000000"],
    ["4", "4", "1"],
    ["0.0041", "0.0001", "0.0243902439024"],
    ["1380000", "0.3", "0.000000217391304348"],
  ])("from %s to %s of a third is %s", (from, to, expected) => {
    expect(crossRate(from, to)).toBe(expected);
  });

  test("is a rate, and there and back again is within its digits", () => {
    const rate = fc.integer({ min: 1, max: 999_999_999 }).map((digits) => (digits / 10_000).toFixed(4));
    fc.assert(
      fc.property(rate, rate, (from, to) => {
        const there = crossRate(from, to);
        expect(isRateValue(there)).toBe(true);
        expect(Number(there) / (Number(to) / Number(from))).toBeCloseTo(1, 9);
      }),
    );
  });
});
