import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_EXACT_PEOPLE, settleUp, type Transfer } from "#lib/shared/settle-up.ts";

function balancesOf(amounts: readonly number[]): Map<string, number> {
  const last = -amounts.reduce((sum, amount) => sum + amount, 0);
  return new Map([...amounts, last].map((amount, n) => [`member-${n}`, amount]));
}

function after(balances: ReadonlyMap<string, number>, transfers: readonly Transfer[]): number[] {
  const left = new Map(balances);
  for (const { from, to, amount } of transfers) {
    left.set(from, (left.get(from) ?? 0) + amount);
    left.set(to, (left.get(to) ?? 0) - amount);
  }
  return [...left.values()];
}

const open = (balances: ReadonlyMap<string, number>) =>
  [...balances.values()].filter((amount) => amount !== 0);

/** Returns the minimum number of transfers, by trying for the first member a transfer with each other one. */
function fewest(amounts: readonly number[]): number {
  const [first, ...others] = amounts.filter((amount) => amount !== 0);
  if (first === undefined) return 0;
  const ways = others.flatMap((other, index) =>
    Math.sign(other) === -Math.sign(first) ? [fewest(others.with(index, other + first))] : [],
  );
  return 1 + Math.min(...ways);
}

/** Generates balances of small amounts, which often add up to the same sums. */
const few = fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 1, maxLength: 7 }).map(balancesOf);
const many = fc
  .array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 29 })
  .map(balancesOf);
const manySmall = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 29 }).map(balancesOf);

describe("settleUp", () => {
  test("leaves nobody owing anything, by less transfers than there are people", () => {
    fc.assert(
      fc.property(fc.oneof(few, many, manySmall), (balances) => {
        const transfers = settleUp(balances);
        expect(after(balances, transfers).every((amount) => amount === 0)).toBe(true);
        expect(transfers.length).toBeLessThanOrEqual(Math.max(0, open(balances).length - 1));
        for (const { from, to, amount } of transfers) {
          expect(amount).toBeGreaterThan(0);
          expect(from).not.toBe(to);
        }
      }),
    );
  });

  test("needs as few as trying everything finds, for up to 8", () => {
    fc.assert(
      fc.property(few, (balances) => {
        expect(settleUp(balances)).toHaveLength(fewest(open(balances)));
      }),
      { numRuns: 400 },
    );
  });

  test("asks nobody to pay more than they owe, or to pass money on", () => {
    fc.assert(
      fc.property(fc.oneof(few, many), (balances) => {
        const transfers = settleUp(balances);
        const payers = new Set(transfers.map(({ from }) => from));
        expect(transfers.some(({ to }) => payers.has(to))).toBe(false);
      }),
    );
  });

  test("is the same in whatever order they are listed", () => {
    fc.assert(
      fc.property(fc.oneof(few, many), (balances) => {
        expect(settleUp(new Map([...balances].toReversed()))).toEqual(settleUp(balances));
      }),
    );
  });

  test(`${MAX_EXACT_PEOPLE} people who are five pairs need five`, () => {
    const balances = new Map(
      [7, 11, 13, 17, 19].flatMap(
        (n) =>
          [
            [`a${n}`, n],
            [`b${n}`, -n],
          ] as const,
      ),
    );
    expect(settleUp(balances)).toHaveLength(5);
  });

  test("is over at once when nobody owes anything", () => {
    expect(settleUp(new Map())).toEqual([]);
    expect(
      settleUp(
        new Map([
          ["a", 0],
          ["b", 0],
        ]),
      ),
    ).toEqual([]);
  });

  test("refuses balances that do not sum to 0", () => {
    expect(() => settleUp(new Map([["a", 1]]))).toThrow(RangeError);
  });
});
