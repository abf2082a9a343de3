import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allocate, type WeightedShare, signedPortions } from "#lib/shared/allocate.ts";
import { MAX_AMOUNT } from "#lib/shared/money.ts";

const people = (count: number): WeightedShare[] =>
  Array.from({ length: count }, (_, n) => ({ key: `p${n}`, weight: 1 }));
const sumOf = (parts: ReadonlyMap<string, number>) =>
  [...parts.values()].reduce((sum, units) => sum + units, 0);

const shares = fc
  .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 30 })
  .chain((keys) =>
    fc.tuple(...keys.map((key) => fc.nat(1_000_000_000_000).map((weight) => ({ key, weight })))),
  )
  .filter((list) => list.some(({ weight }) => weight > 0));
const totals = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });

describe("allocate", () => {
  test("gives out everything, whoever has no weight nothing, and nobody a unit more or less than their part", () => {
    fc.assert(
      fc.property(totals, shares, fc.uuid(), (total, list, seed) => {
        const parts = allocate(total, list, seed);
        expect(sumOf(parts)).toBe(total);
        const whole = list.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
        for (const { key, weight } of list) {
          const units = BigInt(Math.abs(parts.get(key) ?? Number.NaN));
          const exact = BigInt(Math.abs(total)) * BigInt(weight);
          expect(units * whole > exact - whole && units * whole < exact + whole).toBe(true);
          if (weight === 0) expect(parts.get(key)).toBe(0);
        }
      }),
    );
  });

  test("is the same in whatever order they are listed", () => {
    fc.assert(
      fc.property(totals, shares, fc.uuid(), (total, list, seed) => {
        const there = allocate(total, list, seed);
        const back = allocate(total, list.toReversed(), seed);
        for (const [key, units] of there) expect(back.get(key)).toBe(units);
      }),
    );
  });

  test("splits money that comes back like money that is spent", () => {
    fc.assert(
      fc.property(totals, shares, fc.uuid(), (total, list, seed) => {
        const there = allocate(total, list, seed);
        for (const [key, units] of allocate(-total, list, seed))
          expect(units + (there.get(key) ?? 0)).toBe(0);
      }),
    );
  });

  test("¥1000 among three are 334, 333 and 333", () => {
    const units = [...allocate(1000, people(3), "x").values()];
    expect(units.toSorted((a, b) => a - b)).toEqual([333, 333, 334]);
  });

  test("the odd unit does not always hit the same", () => {
    const hits = new Map<string, number>();
    for (let n = 0; n < 3000; n++) {
      const parts = allocate(100, people(3), `0193a5e2-0000-7000-8000-${String(n).padStart(12, "0")}`);
      for (const [key, units] of parts) if (units === 34) hits.set(key, (hits.get(key) ?? 0) + 1);
    }
    for (const count of hits.values()) expect(count).toBeGreaterThan(900);
    expect(hits.size).toBe(3);
  });

  test("products beyond what a number holds stay exact", () => {
    const parts = allocate(
      999_999_999_999,
      [
        { key: "a", weight: 999_999_999_998 },
        { key: "b", weight: 1 },
      ],
      "x",
    );
    expect([...parts.values()]).toEqual([999_999_999_998, 1]);
  });

  test.each([[[]], [[{ key: "a", weight: 0 }]]])("refuses %j: there is nobody", (list) => {
    expect(() => allocate(100, list, "x")).toThrow(RangeError);
  });

  test("nothing is nothing for everyone, and never -0", () => {
    expect([...allocate(0, people(2), "x").values()]).toEqual([0, 0]);
    const [first] = allocate(
      -1,
      [
        { key: "a", weight: 0 },
        { key: "b", weight: 1 },
      ],
      "x",
    ).values();
    expect(Object.is(first, 0)).toBe(true);
  });
});

describe("signedPortions", () => {
  const signed = fc
    .uniqueArray(fc.uuid(), { minLength: 2, maxLength: 12 })
    .chain((keys) =>
      fc.tuple(...keys.map((key) => fc.bigInt(-1_000_000n, 1_000_000n).map((weight) => ({ key, weight })))),
    )
    .filter((list) => list.reduce((sum, { weight }) => sum + weight, 0n) > 0n);
  /** A total and weights by which no portion exceeds MAX_AMOUNT, as the rules of expenses demand. */
  const bounded = signed.chain((list) => {
    const whole = list.reduce((sum, { weight }) => sum + weight, 0n);
    const sizes = list.reduce((sum, { weight }) => sum + (weight < 0n ? -weight : weight), 0n);
    const most = Number((BigInt(MAX_AMOUNT) * whole) / sizes);
    return fc.tuple(fc.integer({ min: -most, max: most }), fc.constant(list));
  });

  test("divide an amount to the last unit, also where somebody gets money back", () => {
    fc.assert(
      fc.property(bounded, fc.uuid(), ([total, list], seed) => {
        const parts = signedPortions(total, list, seed);
        expect(parts.map(({ key }) => key)).toEqual(list.map(({ key }) => key));
        expect(parts.reduce((sum, { units }) => sum + units, 0)).toBe(total);
      }),
    );
  });

  test("are refused where the weights do not sum to more than 0", () => {
    const none = [
      { key: "a", weight: 2n },
      { key: "b", weight: -2n },
    ];
    expect(() => signedPortions(100, none, "x")).toThrow(RangeError);
  });
});
