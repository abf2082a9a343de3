import { AppError } from "#lib/shared/errors.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { addedStops, type TripWrite } from "../write.ts";

/**
 * @param held of the whole trip before this write: the trip's own count is brought up to date with the log, at its end
 * @throws AppError LIMIT_REACHED where so many more are too many
 */
export function requireRoom({ events }: TripWrite, held: { stopCount: number } | undefined, more = 1): void {
  const count = (held?.stopCount ?? 0) + addedStops(events);
  if (count + more <= MAX_STOPS) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${MAX_STOPS} stops. Delete some first.`);
}
