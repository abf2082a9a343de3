import { selectDecisions } from "#db/queries/decisions.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";

export async function listDecisions(ctx: Ctx, tripId: string): Promise<DecisionDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const [row] = await selectDecisions(ctx.db, { tripId });
  return row?.decisions ?? [];
}
