import { searchTrips } from "#db/queries/search.ts";
import type { SearchHit } from "#lib/shared/search.ts";
import type { Ctx } from "./context.ts";

/** Looks in the trips that the caller is in now; deleted ones are not looked at. */
export function search(ctx: Ctx, { q, limit }: { q: string; limit: number }): Promise<SearchHit[]> {
  const words = [...new Set(q.split(/\s+/))];
  return searchTrips(ctx.db, { userId: ctx.viewer.userId, words, limit });
}
