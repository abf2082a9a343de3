import { selectTripFile } from "#db/queries/trip-file.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import type { Ctx } from "../context.ts";

/** Returns everything of a trip that the caller may read, as a trip file. */
export async function writeTripFile(ctx: Ctx, tripId: string): Promise<TripFile> {
  const [row] = await selectTripFile(ctx.db, { tripId, userId: ctx.viewer.userId });
  if (!row) throw notFound("trip");
  const exportedAt = ctx.now().toISOString();
  return { format: "wayfare-trip", version: 1, exportedAt, ...row.body };
}
