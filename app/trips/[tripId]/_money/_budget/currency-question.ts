import type { CurrencyQuestion } from "#lib/shared/trip-currency.ts";
import type { TripPatch } from "#lib/shared/trips.ts";
import type { RateReading } from "../_form/rate-text.ts";

/** A rate that was typed is for the currency that its author saw, whatever the trip's is once it arrives. */
export function currencyQuestion(from: string, to: string, rate: RateReading): CurrencyQuestion {
  return { currency: to, ...(rate.kind === "rate" && { rate: { value: rate.value, from } }) };
}

/** The change that was asked about. */
export function currencyPatch({ currency, rate }: CurrencyQuestion): TripPatch {
  return { currency, ...(rate && { currencyRate: rate }) };
}
