import type { Db } from "#db/client.ts";
import type { GivenCurrencyRate, GivenRate } from "#lib/shared/money-fields.ts";
import { changesSinceRead, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";

type Given = GivenRate | null | undefined;

/** Whether a rate was entered when the trip had another currency than now. */
export function isToOtherCurrency(trip: { currency: string }, given: Given): boolean {
  return given?.to !== undefined && given.to !== trip.currency;
}

/** Whether a rate to a new currency was entered when the trip had another currency than now. */
export function isFromOtherCurrency(
  trip: { currency: string },
  given: GivenCurrencyRate | undefined,
): boolean {
  return given?.from !== undefined && given.from !== trip.currency;
}

/** Whether the trip's currency, for which a rate was entered, has changed since the caller read it. */
export async function isCurrencyChanged(ctx: Ctx, tx: Db, tripId: string, given: Given): Promise<boolean> {
  if (!given) return false;
  const changed = await changesSinceRead(ctx, tx, tripId, { kind: "trip", id: tripId }, ["currency"]);
  return changed.length > 0;
}

/**
 * Refuses a rate that was entered for another currency of the trip.
 * @throws AppError FIELD_CONFLICT on `rate` of a new row, with the trip's current currency
 */
export function refuseOutdatedRate(trip: { currency: string }, given: Given, isChanged: boolean): void {
  if (isChanged || isToOtherCurrency(trip, given)) refuseConflict(["rate"], { currency: trip.currency });
}
