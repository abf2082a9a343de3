import * as z from "zod";
import type { Money } from "#lib/shared/fields.ts";
import { currencyExponent, isCurrency, MAX_AMOUNT } from "#lib/shared/money.ts";

const Product = z.object({
  amount: z.number().min(-1e9).max(1e9),
  currency: z.string(),
  riderCategory: z.object({ isDefaultFareCategory: z.boolean().nullish() }).nullish(),
});
type Product = z.infer<typeof Product>;

/**
 * Several rides that are bought together: a list of products for each ride, and the price of a transfer between them.
 */
export const FareTransfer = z.object({
  rule: z.enum(["A_AB", "A_AB_B", "AB"]).nullish(),
  transferProducts: z.array(Product).nullish(),
  effectiveFareLegProducts: z.array(z.array(z.array(Product))),
});
export type FareTransfer = z.infer<typeof FareTransfer>;

/**
 * Returns the lowest price for one adult by the rules of GTFS fares; undefined when the price of a ride is unknown, or
 * prices are in several currencies.
 */
export function leastPrice(
  fares: readonly FareTransfer[],
  rides: ReadonlyArray<{ fareTransferIndex?: number | null | undefined }>,
): Money | undefined {
  const used = new Set(rides.map(({ fareTransferIndex }) => fareTransferIndex ?? -1));
  const sums = [...used].map((index) => priceOf(fares[index]));
  const [first] = sums;
  if (!first) return undefined;
  let amount = 0;
  for (const sum of sums) {
    if (sum?.currency !== first.currency) return undefined;
    amount += sum.amount;
  }
  return amount >= 0 && amount <= MAX_AMOUNT ? { amount, currency: first.currency } : undefined;
}

function priceOf(fare: FareTransfer | undefined): Money | null {
  if (!fare) return null;
  const legs = fare.effectiveFareLegProducts.map((choices) => choices.flat());
  const change = fare.transferProducts ?? [];
  switch (fare.rule) {
    // In this case the product for the transfer alone covers all rides.
    case "AB":
      return sumOf([change]);
    case "A_AB":
      return sumOf([...legs.slice(0, 1), ...(change.length > 0 ? [change] : [])]);
    default:
      return sumOf([...legs, ...(change.length > 0 ? [change] : [])]);
  }
}

/** Sums the cheapest product of each list. */
function sumOf(lists: readonly (readonly Product[])[]): Money | null {
  const picked = lists.map(cheapest);
  const currency = picked[0]?.currency;
  if (currency === undefined || !isCurrency(currency)) return null;
  let amount = 0;
  for (const product of picked) {
    if (product?.currency !== currency) return null;
    amount += Math.round(product.amount * 10 ** currencyExponent(currency));
  }
  return { amount, currency };
}

/** Returns the cheapest product for all riders, or else the cheapest of all. */
function cheapest(products: readonly Product[]): Product | undefined {
  const forAll = products.filter(({ riderCategory }) => riderCategory?.isDefaultFareCategory !== false);
  return (forAll.length > 0 ? forAll : products).toSorted((a, b) => a.amount - b.amount)[0];
}
