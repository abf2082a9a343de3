import { selectItems } from "#db/queries/items.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import { requireAccess } from "../access.ts";
import type { Ctx } from "../context.ts";

/** Everybody's, and the caller's own private ones, by list and in order. */
export async function listItems(ctx: Ctx, tripId: string): Promise<ItemDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const rows = await selectItems(ctx.db, { tripId, userId: ctx.viewer.userId });
  return rows.map(({ item }) => item);
}
