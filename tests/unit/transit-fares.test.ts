import { expect, test } from "vitest";
import { FareTransfer, leastPrice } from "#lib/server/routes/transit-fares.ts";

function product(amount: number, currency = "EUR", isDefaultFareCategory?: boolean) {
  return {
    amount,
    currency,
    ...(isDefaultFareCategory !== undefined && { riderCategory: { isDefaultFareCategory } }),
  };
}

const [A, B] = [[[product(2)], [product(3)]], [[product(1.5)]]];
const both = { effectiveFareLegProducts: [A, B] };
const change = { transferProducts: [product(0.4)] };
const RIDES = [{ fareTransferIndex: 0 }, { fareTransferIndex: 0 }];

test.each([
  ["each ride by itself", [both], RIDES, 350],
  ["each ride, and the change", [{ ...both, ...change, rule: "A_AB_B" }], RIDES, 390],
  ["the first ride, and the change", [{ ...both, ...change, rule: "A_AB" }], RIDES, 240],
  ["the first ride, and a change for nothing", [{ ...both, rule: "A_AB" }], RIDES, 200],
  ["the change alone", [{ ...both, ...change, rule: "AB" }], RIDES, 40],
  ["a rebate on the second", [{ ...both, transferProducts: [product(-1)], rule: "A_AB_B" }], RIDES, 250],
  [
    "two tickets",
    [{ effectiveFareLegProducts: [A] }, { effectiveFareLegProducts: [B] }],
    [...RIDES, { fareTransferIndex: 1 }],
    350,
  ],
  [
    "what an adult pays",
    [{ effectiveFareLegProducts: [[[product(1, "EUR", false), product(2, "EUR", true)]]] }],
    RIDES,
    200,
  ],
] as const)("a price is %s", (_, fares, rides, amount) => {
  const read = fares.map((fare) => FareTransfer.parse(fare));
  expect(leastPrice(read, rides)).toEqual({ amount, currency: "EUR" });
});

function inCurrency(currency: string): FareTransfer[] {
  return [FareTransfer.parse({ effectiveFareLegProducts: [[[product(230, currency)]]] })];
}

test("a price has the digits of its currency", () => {
  expect(leastPrice(inCurrency("JPY"), RIDES)).toEqual({ amount: 230, currency: "JPY" });
  expect(leastPrice(inCurrency("KWD"), RIDES)).toEqual({ amount: 230_000, currency: "KWD" });
});

test.each([
  ["a ride has none", [both], [...RIDES, {}]],
  ["a ride has one that is not there", [both], [{ fareTransferIndex: 3 }]],
  ["nobody sells a ride", [{ effectiveFareLegProducts: [A, []] }], RIDES],
  ["they are in several currencies", [{ effectiveFareLegProducts: [A, [[product(1, "CHF")]]] }], RIDES],
  ["a currency is none", [{ effectiveFareLegProducts: [[[product(1, "points")]]] }], RIDES],
  ["it would be paid to who rides", [{ transferProducts: [product(-5)], ...both, rule: "A_AB" }], RIDES],
  ["nothing is told", [], []],
] as const)("no price is known where %s", (_, fares, rides) => {
  expect(
    leastPrice(
      fares.map((fare) => FareTransfer.parse(fare)),
      rides,
    ),
  ).toBeUndefined();
});
