import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keysAfter, MAX_ORDER_KEY, spreadKeys } from "#lib/shared/order.ts";
import { type PositionedRow, keysForOrder } from "#lib/shared/order-keys.ts";
import { compareStops } from "#lib/shared/stop-order.ts";

function rowsOf(keys: readonly string[]): PositionedRow[] {
  return keys.map((position, index) => ({ id: `s${String(index).padStart(3, "0")}`, position }));
}

function applied(rows: readonly PositionedRow[], keys: ReadonlyMap<string, string>): string[] {
  return rows
    .map(({ id, position }) => ({ id, position: keys.get(id) ?? position }))
    .toSorted(compareStops)
    .map(({ id }) => id);
}

describe("keysForOrder", () => {
  test("moves as few as it can", () => {
    const rows = rowsOf(spreadKeys(5));
    const moved = (order: string) => [
      ...keysForOrder(
        rows,
        order.split(" ").map((digit) => `s00${digit}`),
      ).keys(),
    ];
    expect(moved("0 1 2 3 4")).toEqual([]);
    expect(moved("4 0 1 2 3")).toEqual(["s004"]);
    expect(moved("0 2 3 4 1")).toEqual(["s001"]);
    expect(moved("4 3 2 1 0")).toHaveLength(4);
  });

  test("spreads all keys where two are equal or have grown too long", () => {
    const equal = rowsOf(["a0", "a1", "a1", "a2"]);
    const order = ["s000", "s001", "s003", "s002"];
    expect(applied(equal, keysForOrder(equal, order))).toEqual(order);
    const long = rowsOf(["a0", `a0${"V".repeat(MAX_ORDER_KEY - 3)}1`, `a0${"V".repeat(MAX_ORDER_KEY - 3)}2`]);
    const between = ["s001", "s000", "s002"];
    const keys = keysForOrder(long, between);
    expect(applied(long, keys)).toEqual(between);
    expect([...keys.values()].every((key) => key.length <= MAX_ORDER_KEY)).toBe(true);
  });

  test("makes any order of any rows", () => {
    const given = fc
      .array(fc.constantFrom(...(keysAfter("a0", 30) ?? [])), { maxLength: 30 })
      .map((keys) => rowsOf(keys.toSorted((a, b) => (a < b ? -1 : Number(a > b)))))
      .chain((rows) =>
        fc.tuple(
          fc.constant(rows),
          fc.shuffledSubarray(
            rows.map(({ id }) => id),
            { minLength: rows.length },
          ),
        ),
      );
    fc.assert(
      fc.property(given, ([rows, order]) => {
        expect(applied(rows, keysForOrder(rows, order))).toEqual(order);
      }),
    );
  });
});
