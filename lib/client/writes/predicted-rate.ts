import type { GivenRate } from "#lib/shared/money-fields.ts";
import { isGivenRate, type Rate } from "#lib/shared/rates.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/**
 * Predicts the exchange rate that the service will store; null for the trip's own currency, and where only the service
 * knows it.
 * @param found the rate that the service would look up, if it is known
 */
export function predictRate(
  currency: string,
  to: string,
  date: string,
  given: GivenRate | undefined,
  found: Rate | null,
): Rate | null {
  if (currency === to) return null;
  if (given) return { to, value: given.value, source: "typed", date: given.date ?? date };
  return found?.to === to ? found : null;
}

/**
 * Adds the target currency to a typed rate. The person means the trip's currency at that moment; when the write is
 * sent, possibly after waiting for a connection, the trip may have another currency.
 */
export function withRateTo<T extends { rate?: GivenRate | null | undefined }>(to: string, input: T): T {
  return input.rate ? { ...input, rate: { to, ...input.rate } } : input;
}

/** Whether the rate was looked up: then it changes with the date. A rate that a person gave stays. */
export function isLookedUp(rate: Rate | null): boolean {
  return rate !== null && !isGivenRate(rate);
}

export function memberIdOf(trip: TripDto, userId: string): string | null {
  return trip.members.find((member) => member.userId === userId)?.id ?? null;
}
