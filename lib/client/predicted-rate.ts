import type { GivenRate } from "#lib/shared/money-fields.ts";
import { isSaid, type Rate } from "#lib/shared/rates.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/**
 * The rate that the service is expected to store; null for the trip's own currency, and where only the service knows.
 * @param found what it would look up, if that is known
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
 * A rate that somebody typed in is meant for the trip's currency that they saw: by the time it is sent, and it may wait
 * for a connection, the trip may have another.
 */
export function withRateTo<T extends { rate?: GivenRate | null | undefined }>(to: string, input: T): T {
  return input.rate ? { ...input, rate: { to, ...input.rate } } : input;
}

/** Another day has another rate then; what somebody said stays. */
export function isLookedUp(rate: Rate | null): boolean {
  return rate !== null && !isSaid(rate);
}

export function memberIdOf(trip: TripDto, userId: string): string | null {
  return trip.members.find((member) => member.userId === userId)?.id ?? null;
}
