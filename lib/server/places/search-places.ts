import { selectTripArea } from "#db/queries/places.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlaceDto, PlaceSource } from "#lib/shared/places.ts";
import { requireAccess } from "../access/access.ts";
import { requestLocale } from "../auth/locale.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { findPlacesFrom } from "./find-places.ts";
import { linkRefusal } from "./links/link-refusal.ts";
import { type PastedName, placeOfView, interpretPastedText } from "./pasted.ts";
import type { PlaceQuery } from "./provider.ts";

/** The rate limits of searches, which allow fast typing and continuous searching. */
const LIMITS = [
  { windowSeconds: 1, max: 20 },
  { windowSeconds: 60, max: 300 },
];

/** Maximum length of a place's name. */
const LONGEST_NAME = 200;

interface Asked extends Pick<PlaceQuery, "onNoAnswer"> {
  q: string;
  limit: number;
  from?: PlaceSource;
}

/**
 * Searches places.
 * @throws AppError RATE_LIMITED; VALIDATION_FAILED and UNAVAILABLE for links without a place
 */
export async function searchPlaces(
  ctx: Ctx,
  { lat, lng, ...asked }: Asked & { lat?: number | undefined; lng?: number | undefined },
): Promise<PlaceDto[]> {
  await requireWithinSearches(ctx);
  const near = lat === undefined || lng === undefined ? null : { lat, lng };
  return answer(ctx, asked, near);
}

/**
 * Searches places; those near the trip come first, which means near its stops, or else its destination.
 * @throws AppError NOT_FOUND, RATE_LIMITED, VALIDATION_FAILED, UNAVAILABLE
 */
export async function searchPlacesForTrip(ctx: Ctx, tripId: string, asked: Asked): Promise<PlaceDto[]> {
  await requireAccess(ctx, tripId, "guest");
  await requireWithinSearches(ctx);
  const [area] = await selectTripArea(ctx.db, { tripId });
  return answer(ctx, asked, area?.near ?? null);
}

async function requireWithinSearches({ viewer }: Ctx): Promise<void> {
  for (const rule of LIMITS) {
    const group = `${placesApi.search.path}|${rule.windowSeconds}`;
    await requireWithinLimit(new Headers(), group, rule, { subject: viewer.userId });
  }
}

async function answer(ctx: Ctx, asked: Asked, near: Point | null): Promise<PlaceDto[]> {
  const { q, limit, from = "all", onNoAnswer } = asked;
  const locale = requestLocale(ctx.headers);
  const pasted = await interpretPastedText(q, { near, locale });
  if (Array.isArray(pasted)) return pasted;
  // A search of the agent does not cancel a search of the user, and the reverse. It does not cancel another one of the
  // agent either, because the agent searches several places at once and waits for all of them.
  const asker = ctx.via === "agent" ? `agent of ${ctx.viewer.userId}: ${q}` : ctx.viewer.userId;
  const query = {
    near: pasted?.near ?? near,
    limit,
    locale,
    asker,
    onNoAnswer() {
      ctx.reply.lacks = "place-search";
      onNoAnswer?.();
    },
  };
  if (pasted) return findLinked(pasted, from, query);
  return findPlacesFrom(from, { ...query, text: q.slice(0, LONGEST_NAME) });
}

/** Searches for the whole text of a link, then for the address behind the name, and then for the name alone. */
async function findLinked(
  pasted: PastedName,
  from: PlaceSource,
  query: Omit<PlaceQuery, "text">,
): Promise<PlaceDto[]> {
  const name = pasted.name.slice(0, LONGEST_NAME);
  const comma = name.indexOf(",");
  const parts = comma === -1 ? [] : [name.slice(comma + 1), name.slice(0, comma)];
  for (const text of [name, ...parts.map((part) => part.trim()).filter((part) => part !== "")]) {
    const found = await findPlacesFrom(from, { ...query, text });
    if (found.length > 0) return found;
  }
  if (pasted.near) return [await placeOfView(pasted.near, name)];
  if (pasted.problem) throw linkRefusal(pasted.problem);
  return [];
}
