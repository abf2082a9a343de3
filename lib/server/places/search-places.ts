import { selectTripArea } from "#db/queries/places.ts";
import { placesApi } from "#lib/shared/api/places.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlaceDto, PlacesFrom } from "#lib/shared/places.ts";
import { requireAccess } from "../access.ts";
import { requestLocale } from "../auth/locale.ts";
import { requireWithinLimit } from "../auth/rate-limit.ts";
import type { Ctx } from "../context.ts";
import { findPlacesFrom } from "./find-places.ts";
import { understandPasted } from "./pasted.ts";

/** Typing fast, and searching all the time. */
const LIMITS = [
  { windowSeconds: 1, max: 20 },
  { windowSeconds: 60, max: 300 },
];

/** No place has a longer one. */
const LONGEST_NAME = 200;

interface Asked {
  q: string;
  limit: number;
  from?: PlacesFrom;
}

/** @throws AppError RATE_LIMITED */
export async function searchPlaces(
  ctx: Ctx,
  { lat, lng, ...asked }: Asked & { lat?: number | undefined; lng?: number | undefined },
): Promise<PlaceDto[]> {
  await requireWithinSearches(ctx);
  const near = lat === undefined || lng === undefined ? null : { lat, lng };
  return answer(ctx, asked, near);
}

/** Places near the trip first: where its stops are, else its destination. @throws AppError NOT_FOUND, RATE_LIMITED */
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

async function answer(ctx: Ctx, { q, limit, from = "all" }: Asked, near: Point | null): Promise<PlaceDto[]> {
  const pasted = await understandPasted(q, near);
  if (pasted && "places" in pasted) return pasted.places;
  const text = (pasted?.name ?? q).slice(0, LONGEST_NAME);
  // What the agent looks up for somebody is no older question of theirs: neither ends the other.
  const asker = ctx.via === "agent" ? `agent of ${ctx.viewer.userId}` : ctx.viewer.userId;
  const around = pasted?.near ?? near;
  return findPlacesFrom(from, { text, near: around, limit, locale: requestLocale(ctx.headers), asker });
}
