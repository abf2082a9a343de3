import type { CurrencyChangeQuery } from "#lib/shared/trip-currency.ts";
import type { TripPatch } from "#lib/shared/trips.ts";
import type { RateReading } from "../../_model/money/rate-text.ts";

/**
 * Returns the request for the preview of another currency. The request names the currency of a typed rate, because
 * the trip's currency can be another one when the request arrives.
 */
export function currencyPreviewRequest(from: string, to: string, rate: RateReading): CurrencyChangeQuery {
  return { currency: to, ...(rate.kind === "rate" && { rate: { value: rate.value, from } }) };
}

/** Returns the write for a change of currency that was previewed. */
export function currencyPatch({ currency, rate }: CurrencyChangeQuery): TripPatch {
  return { currency, ...(rate && { currencyRate: rate }) };
}
