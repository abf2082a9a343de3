import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSum } from "#app/trips/[tripId]/_model/money/calculator.ts";
import { readMinusAsRefund } from "#app/trips/[tripId]/_money/form/leading-minus.ts";
import { filledForm, read } from "./expense-forms.ts";

function typed(amount: string, isRefund = false) {
  return read(readMinusAsRefund(filledForm({ amount, isRefund })));
}

describe("an amount that begins with a minus", () => {
  test.each([
    ["-3750", -3750],
    [" − €37.50", -3750],
    ["－10", -10],
    ["−21×342", -7182],
    ["-(10+5)", -15],
    ["-2*(3-(1+1))", -2],
  ])("%s came back", (text, amount) => {
    expect(typed(text)).toMatchObject({ money: { amount }, problems: [] });
    // The result is the same if the expense was a refund before.
    expect(typed(text, true)).toMatchObject({ money: { amount }, problems: [] });
  });

  test.each([
    ["-10+25", 15],
    ["−10＋25", 15],
    ["-(10+5)+20", 5],
    ["-10--25", 15],
    ["-2×-3", 6],
    ["--10", 10],
  ])("%s is what it comes to", (text, amount) => {
    expect(typed(text)).toMatchObject({ money: { amount }, problems: [] });
    expect(typed(text, true)).toMatchObject({ money: { amount: -amount }, problems: [] });
  });

  test.each([
    ["-10-25", "belowZero"],
    ["-25+10", "belowZero"],
    ["-", "unfinished"],
    ["-10+", "unfinished"],
    ["-(10", "unfinished"],
  ])("%s is refused: %s", (text, kind) => {
    expect(typed(text).problems).toEqual([{ field: "amount", kind }]);
  });

  test("is worth the same with its minus and with the refund", () => {
    const signs = fc.constantFrom(..."0 1 2 3 4 5 6 7 8 9 + - * ( )".split(" "));
    fc.assert(
      fc.property(fc.array(signs, { minLength: 1, maxLength: 12 }), (all) => {
        const rest = all.join("");
        const { amount, isRefund } = readMinusAsRefund({ amount: `-${rest}`, isRefund: false });
        const [size, least] = [readSum(amount, "JPY"), readSum(`1000000-${rest}`, "JPY")];
        fc.pre(size.kind === "sum" && least.kind === "sum");
        expect(1_000_000 + (isRefund ? -size.amount : size.amount)).toBe(least.amount);
      }),
      { numRuns: 1000 },
    );
  });
});
