import { searchTrips } from "#db/queries/search.ts";
import type { SearchHit } from "#lib/shared/search.ts";
import type { Ctx } from "../context.ts";

/** Searches the trips of which the caller is a member now, except the deleted trips. */
export function search(ctx: Ctx, { q, limit }: { q: string; limit: number }): Promise<SearchHit[]> {
  const words = [...new Set(q.split(/\s+/))];
  return searchTrips(ctx.db, { userId: ctx.viewer.userId, words, limit });
}
