import { selectReservations } from "#db/queries/reservations.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";

/** Returns the reservations ordered by the instant of their start; those without a start come last. */
export async function listReservations(ctx: Ctx, tripId: string): Promise<ReservationDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const rows = await selectReservations(ctx.db, { tripId });
  return rows.map(({ reservation }) => reservation);
}
