import { AppError } from "#lib/shared/errors.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { countAddedStops, type TripWrite } from "../writes/write.ts";

/**
 * Checks the limit of stops.
 * @param held the trip's count before this write, because the count is updated only at the write's end, with the event
 * log
 * @throws AppError LIMIT_REACHED when `more` stops are too many
 */
export function requireStopCapacity(
  { events }: TripWrite,
  held: { stopCount: number } | undefined,
  more = 1,
): void {
  const count = (held?.stopCount ?? 0) + countAddedStops(events);
  if (count + more <= MAX_STOPS) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${MAX_STOPS} stops. Delete some first.`);
}
