import { selectSettlements } from "#db/queries/settlements.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";

/** Lists the settlements that everybody sees and the caller's private ones, newest first. */
export async function listSettlements(ctx: Ctx, tripId: string): Promise<SettlementDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const rows = await selectSettlements(ctx.db, { tripId, userId: ctx.viewer.userId });
  return rows.map(({ settlement }) => settlement);
}
