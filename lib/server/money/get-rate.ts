import { selectTripFields } from "#db/queries/trips.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { RateAnswer, RateQuery } from "#lib/shared/money-fields.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { lookUpRate } from "./look-up-rate.ts";
import { dateInZone } from "#lib/shared/dates.ts";

/**
 * Returns the rate with which an expense of this currency and day would be stored; none for the trip's own currency.
 */
export async function getRate(ctx: Ctx, tripId: string, { currency, date }: RateQuery): Promise<RateAnswer> {
  await requireAccess(ctx, tripId, "guest");
  const [row] = await selectTripFields(ctx.db, { tripId });
  if (!row) throw notFound("trip");
  const { currency: to, timezone } = row.trip;
  if (currency === to) return { rate: null };
  return { rate: await lookUpRate(currency, to, date ?? dateInZone(ctx.now(), timezone)) };
}
