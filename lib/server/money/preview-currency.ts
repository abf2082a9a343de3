import { runPipelined } from "#db/client.ts";
import { selectLargestAmounts } from "#db/queries/ledger.ts";
import { selectTripFields } from "#db/queries/trips.ts";
import { balancesIn, convertToTripCurrency, type Ledger, type TripCurrency } from "#lib/shared/balances.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { CurrencyPreview, CurrencyChangeQuery } from "#lib/shared/trip-currency.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { requireAccess } from "../access/access.ts";
import { refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { tripInCurrency } from "../trips/change-currency.ts";
import { sortedEntries } from "./balances.ts";
import { isFromOtherCurrency } from "./given-rate.ts";
import { lookUpRate } from "./look-up-rate.ts";
import { readLedger } from "./read-ledger.ts";

/**
 * Returns what the balances would be in another currency, by the same change that the trip would get.
 * @throws AppError FIELD_CONFLICT, VALIDATION_FAILED when that change would be refused for another reason than an
 * unknown rate
 */
export async function previewCurrency(
  ctx: Ctx,
  tripId: string,
  question: CurrencyChangeQuery,
): Promise<CurrencyPreview> {
  await requireAccess(ctx, tripId, "viewer");
  const [[found], amounts, { trip, shared }] = await ctx.db.snapshot((tx) =>
    runPipelined([
      selectTripFields(tx, { tripId }),
      selectLargestAmounts(tx, { tripId }),
      readLedger(tx, tripId, ctx.viewer.userId),
    ]),
  );
  if (!found) throw notFound("trip");
  if (isFromOtherCurrency(found.trip, question.rate)) refuseConflict(["currency"], found.trip);
  const rate = await rateOf(ctx, found.trip, question);
  const { currency: from } = trip;
  const { currency: to } = question;
  const isSame = to === from;
  const wanted = { currency: to, rate, at: ctx.now() };
  const changed = isSame || !rate ? null : tripInCurrency(trip, wanted, amounts, ["rate", "currency"]);
  const after = isSame ? trip : changed;
  const balances = after && balancesIn(after, shared);
  return {
    from,
    to,
    rate,
    balances: sortedEntries(balancesIn(trip, shared)).map(([memberId, before]) => ({
      memberId,
      before,
      after: balances?.get(memberId) ?? null,
    })),
    spent: { before: spentIn(trip, shared), after: after && spentIn(after, shared) },
  };
}

function rateOf(
  ctx: Ctx,
  { currency, timezone }: TripFields,
  { currency: to, rate: given }: CurrencyChangeQuery,
): Promise<Rate | null> {
  if (to === currency) return Promise.resolve(null);
  const date = dateInZone(ctx.now(), timezone);
  if (!given) return lookUpRate(currency, to, date);
  return Promise.resolve({ to, value: given.value, source: "typed", date: given.date ?? date });
}

function spentIn(trip: TripCurrency, { expenses }: Ledger): number {
  return expenses.reduce((sum, { money, rate }) => sum + convertToTripCurrency(trip, { ...money, rate }), 0);
}
