import { selectSuggestions } from "#db/queries/suggestions.ts";
import type { SuggestionDto } from "#lib/shared/suggestions.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { readIdCursor } from "../http/id-cursor.ts";

/** Lists all suggestions, newest first, including answered ones. */
export async function listSuggestions(
  ctx: Ctx,
  tripId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<SuggestionDto[]> {
  await requireAccess(ctx, tripId, "guest");
  const before = readIdCursor(cursor);
  const rows = await selectSuggestions(ctx.db, { tripId, before, limit });
  const last = rows.at(-1);
  if (last && rows.length === limit) ctx.reply.nextCursor = last.suggestion.id;
  return rows.map(({ suggestion }) => suggestion);
}
