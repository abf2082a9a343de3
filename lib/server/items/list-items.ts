import { selectItems } from "#db/queries/items.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";

/** Lists the items that everybody sees and the caller's private ones, by list and in their order. */
export async function listItems(ctx: Ctx, tripId: string): Promise<ItemDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const rows = await selectItems(ctx.db, { tripId, userId: ctx.viewer.userId });
  return rows.map(({ item }) => item);
}
