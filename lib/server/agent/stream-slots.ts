import { AppError } from "#lib/shared/errors.ts";

/**
 * Most streams that are open at once in this process: for one user's devices and windows, and for one trip's readers.
 */
export const MOST_STREAMS = { person: 8, trip: 500 };
/** After this time an abandoned stream has ended, or the client requests events instead. */
const RETRY_AFTER_SECONDS = 60;

/** The number of open streams, by user and by trip. */
const open = new Map<string, number>();

/**
 * Reserves a slot for one stream until the signal aborts.
 * @throws AppError RATE_LIMITED
 */
export function takeStreamSlot(userId: string, tripId: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  if ((open.get(userId) ?? 0) >= MOST_STREAMS.person) {
    throw full("You follow the agent in as many places as you can. Close one of them");
  }
  if ((open.get(tripId) ?? 0) >= MOST_STREAMS.trip) {
    throw full("As many people as can follow this trip's agent just now. Come back later");
  }
  for (const whose of [userId, tripId]) open.set(whose, (open.get(whose) ?? 0) + 1);
  signal.addEventListener("abort", () => [userId, tripId].forEach(free), { once: true });
}

function free(whose: string): void {
  const left = (open.get(whose) ?? 0) - 1;
  if (left > 0) open.set(whose, left);
  else open.delete(whose);
}

function full(what: string): AppError {
  return new AppError("RATE_LIMITED", `${what}, or ask for its events page by page (GET …/agent/events).`, {
    details: { retryAfter: RETRY_AFTER_SECONDS },
  });
}
