import { selectLargestAmounts } from "#db/queries/ledger.ts";
import type { StoredEvent } from "#db/queries/events.ts";
import { isCountableIn, type TripCurrency } from "#lib/shared/balances.ts";
import { backToCurrency, withCurrency } from "#lib/shared/currency-change.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import { AppError, invalidField } from "#lib/shared/errors.ts";
import type { GivenCurrencyRate } from "#lib/shared/money-fields.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { TripFields } from "#lib/shared/trips.ts";
import { lookUpShipped } from "../money/look-up-rate.ts";
import type { FindRate } from "../money/stored-rate.ts";
import type { TripWrite } from "../write.ts";

type Amounts = Awaited<ReturnType<typeof selectLargestAmounts>>;

/**
 * The trip's fields in another currency. No expense is touched: the rate from the currency of now is kept, and leads on
 * from what each was stored with. Nothing depends on what is private: a refusal, or a rate that is needed only where
 * something is recorded, would tell of it.
 * @throws AppError VALIDATION_FAILED on `currencyRate`; on `currency` where an amount would become too large to count
 */
export async function intoCurrency(
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
  return fieldsOf(changedCurrency(trip, { currency, rate, at }, amounts, paths));
}

interface Wanted {
  currency: string;
  /** From the currency of now; null: none is known. */
  rate: Rate | null;
  at: Date;
}

/**
 * The trip in another currency, by a rate from the one of now.
 * @param paths of the fields that hold the rate and the currency
 */
export function changedCurrency(
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
  return amounts.every((money) => isCountableIn(trip, money));
}

/**
 * What undo makes of a trip's old fields: where the currency is among them, what was recorded since the change must be
 * reachable, too. What is private is not asked, as in {@link intoCurrency}.
 * @throws AppError NOT_UNDOABLE where no rate leads back, or an amount would become too large to count
 */
export async function fieldsWithCurrencyBack(
  { tx, trip }: TripWrite,
  { before }: StoredEvent,
): Promise<Partial<TripFields>> {
  // The log took them from the projection that the row is written from.
  const { formerCurrencies = [], ...fields }: Partial<TripFields> = before ?? {};
  const { currency } = fields;
  if (currency === undefined) return fields;
  const spare = await lookUpShipped(trip.currency, currency);
  const back = backToCurrency(trip, { currency, formerCurrencies }, spare);
  const amounts = await selectLargestAmounts(tx, { tripId: trip.id });
  if (back && isCountable(back, amounts)) return { ...fields, ...fieldsOf(back) };
  throw new AppError("NOT_UNDOABLE", "What was recorded since can't be told in the currency of then.");
}

function fieldsOf({ currency, formerCurrencies }: TripCurrency): Partial<TripFields> {
  return { currency, formerCurrencies: [...formerCurrencies] };
}
