import { runPipelined } from "#db/client.ts";
import { selectZonedDay } from "#db/queries/days.ts";
import { selectStopsOfDay } from "#db/queries/stops.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import { requireAccess } from "../access/access.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";

/** A day with its time zone, which is its own or else the trip's. */
export interface ZonedDay {
  date: string;
  zone: string;
}

/** The rate limit by user. A page sends a request for each visible day, and another when the day changes. */
const LIMIT = { windowSeconds: 600, max: 600 };

/**
 * Reads a day's stops in their order.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function readDay(
  ctx: Ctx,
  tripId: string,
  dayId: string,
  path: string,
): Promise<{ stops: StopFields[]; day: ZonedDay; seq: number }> {
  const { seq } = await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), path, LIMIT, { subject: ctx.viewer.userId });
  const [[found], rows] = await runPipelined([
    selectZonedDay(ctx.db, { tripId, dayId }),
    selectStopsOfDay(ctx.db, { tripId, dayId }),
  ]);
  if (!found || found.deletedAt !== null) throw notFound("day");
  const { date, zone } = found;
  return { stops: rows.map(({ stop }) => stop), day: { date, zone }, seq };
}
