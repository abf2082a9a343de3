import { selectLargestAmounts } from "#db/queries/ledger.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import { isWithinMaxAmount, type TripCurrency } from "#lib/shared/balances.ts";
import { undoCurrencyChange, withCurrency } from "#lib/shared/currency-change.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import { AppError, invalidField } from "#lib/shared/errors.ts";
import type { GivenCurrencyRate } from "#lib/shared/money-fields.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { lookUpSnapshotRate } from "../money/look-up-rate.ts";
import type { FindRate } from "../money/stored-rate.ts";
import type { TripWrite } from "../writes/write.ts";

type Amounts = Awaited<ReturnType<typeof selectLargestAmounts>>;

/**
 * Returns the trip's fields in another currency. No expense is changed: the trip stores the rate from the current
 * currency, and conversions combine it with each expense's stored rate. Private expenses are ignored, because a
 * refusal, or a rate that is required only if something is recorded, would reveal them.
 * @throws AppError VALIDATION_FAILED on `currencyRate`, or on `currency` when an amount would become too large to count
 */
export async function fieldsForCurrencyChange(
  { tx, trip, at }: TripWrite,
  currency: string,
  given: GivenCurrencyRate | undefined,
  find: FindRate,
): Promise<Partial<TripFields>> {
  if (currency === trip.currency) return {};
  const date = dateInZone(at, trip.timezone);
  const rate: Rate | null = given
    ? { to: currency, value: given.value, source: "typed", date: given.date ?? date }
    : find({ currency: trip.currency, to: currency, date });
  const amounts = await selectLargestAmounts(tx, { tripId: trip.id });
  const paths = ["currencyRate", "currency"] as const;
  return fieldsOf(tripInCurrency(trip, { currency, rate, at }, amounts, paths));
}

interface Wanted {
  currency: string;
  /** The rate from the current currency; null: none is known. */
  rate: Rate | null;
  at: Date;
}

/**
 * Returns the trip in another currency, by a rate from the current one.
 * @param paths of the fields that contain the rate and the currency
 */
export function tripInCurrency(
  trip: TripCurrency,
  { currency, rate, at }: Wanted,
  amounts: Amounts,
  [ratePath, currencyPath]: readonly [string, string],
): TripCurrency {
  if (!rate)
    throw invalidField(ratePath, `No rate from ${trip.currency} to ${currency} is known. Send one along.`);
  const newest =
    amounts
      .map((row) => row.newest)
      .toSorted()
      .at(-1) ?? null;
  const changed = withCurrency(trip, rate, { at: at.toISOString(), newest });
  if (!changed) throw invalidField(ratePath, "This rate is too large or too small.");
  if (isCountable(changed, amounts)) return changed;
  throw invalidField(currencyPath, `An amount comes to too much in ${currency}.`);
}

function isCountable(trip: TripCurrency, amounts: Amounts): boolean {
  return amounts.every((money) => isWithinMaxAmount(trip, money));
}

/**
 * Returns a trip's old fields for an undo. If the currency is among them, amounts that were recorded since the change
 * must be convertible too. Private expenses are ignored as in {@link fieldsForCurrencyChange}.
 * @throws AppError NOT_UNDOABLE when no rate leads back, or an amount would become too large to count
 */
export async function fieldsForCurrencyUndo(
  { tx, trip }: TripWrite,
  { before }: StoredEvent,
): Promise<Partial<TripFields>> {
  // The cast is safe because the event log has the fields from the type from which the row is written.
  const { formerCurrencies = [], ...fields }: Partial<TripFields> = before ?? {};
  const { currency } = fields;
  if (currency === undefined) return fields;
  const spare = await lookUpSnapshotRate(trip.currency, currency);
  const back = undoCurrencyChange(trip, { currency, formerCurrencies }, spare);
  const amounts = await selectLargestAmounts(tx, { tripId: trip.id });
  if (back && isCountable(back, amounts)) return { ...fields, ...fieldsOf(back) };
  throw new AppError("NOT_UNDOABLE", "What was recorded since can't be told in the currency of then.");
}

function fieldsOf({ currency, formerCurrencies }: TripCurrency): Partial<TripFields> {
  return { currency, formerCurrencies: [...formerCurrencies] };
}
