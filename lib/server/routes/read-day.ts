import { pipelined } from "#db/client.ts";
import { selectZonedDay } from "#db/queries/days.ts";
import { selectStopsOfDay } from "#db/queries/stops.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { StopFields } from "#lib/shared/stops.ts";
import { requireAccess } from "../access.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";

/** `zone` is the day's own, else the trip's. */
export interface ZonedDay {
  date: string;
  zone: string;
}

/** By person: a page asks for the days in view, and for one again when it changes. */
const LIMIT = { windowSeconds: 600, max: 600 };

/** A day's stops in order, for whoever may read them. @throws AppError NOT_FOUND, RATE_LIMITED */
export async function readDay(
  ctx: Ctx,
  tripId: string,
  dayId: string,
  path: string,
): Promise<{ stops: StopFields[]; day: ZonedDay; seq: number }> {
  const { seq } = await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), path, LIMIT, { subject: ctx.viewer.userId });
  const [[found], rows] = await pipelined([
    selectZonedDay(ctx.db, { tripId, dayId }),
    selectStopsOfDay(ctx.db, { tripId, dayId }),
  ]);
  if (!found || found.deletedAt !== null) throw notFound("day");
  const { date, zone } = found;
  return { stops: rows.map(({ stop }) => stop), day: { date, zone }, seq };
}
