import { placesApi } from "#lib/shared/api/places.ts";
import { addDays } from "#lib/shared/dates.ts";
import { distanceMeters } from "#lib/shared/legs.ts";
import { cellsOf, isInBox, type MapBox } from "#lib/shared/map-cells.ts";
import type { AroundPlace, AroundQuery, PlacesAround } from "#lib/shared/places-around.ts";
import { wallClock } from "#lib/shared/wall-clock.ts";
import { requireAccess } from "../../access/access.ts";
import { type Locale, requestLocale } from "../../auth/locale.ts";
import { requireWithinLimit } from "../../auth/rate-limit.ts";
import type { Ctx } from "../../context.ts";
import { OPEN_SERVICES } from "../../open-services/services.ts";
import { factsIn } from "../about/facts.ts";
import { openDaysAt } from "../about/open-days.ts";
import { findZone } from "../zone.ts";
import type { FoundAround } from "./overpass-query.ts";
import { cellsAround } from "./cells-around.ts";

/** The rate limit by user; each chosen category, and each searched part of the map, sends one request. */
const LIMIT = { windowSeconds: 600, max: 120 };
const MOST_PLACES = 100;

/**
 * Returns the places of a category in a part of the map, from open services.
 * @throws AppError NOT_FOUND, RATE_LIMITED
 */
export async function placesAround(
  ctx: Ctx,
  tripId: string,
  { category, ...box }: AroundQuery,
): Promise<PlacesAround> {
  await requireAccess(ctx, tripId, "guest");
  await requireWithinLimit(new Headers(), placesApi.around.path, LIMIT, { subject: ctx.viewer.userId });
  const middle = middleOf(box);
  const timezone = await findZone(middle);
  const { date } = wallClock(Date.now(), timezone);
  const there = { timezone, date, attribution: ATTRIBUTION };
  const cells = cellsOf(box);
  if (!cells) return { ...there, places: [], isMore: false, isTooLarge: true, isPending: false };
  const { known, isPending } = await cellsAround(category, cells);
  const found = distinct(known.flatMap((cell) => cell.found))
    .filter(({ point }) => isInBox(point, box))
    .toSorted((a, b) => distanceMeters(a.point, middle) - distanceMeters(b.point, middle));
  const locale = requestLocale(ctx.headers);
  const places: AroundPlace[] = [];
  for (const each of found.slice(0, MOST_PLACES)) places.push(await placeOf(each, date, locale));
  const isMore = found.length > MOST_PLACES || known.some(({ isCut }) => isCut);
  return { ...there, places, isMore, isTooLarge: false, isPending };
}

const ATTRIBUTION = OPEN_SERVICES.placeFacts.credits.map(({ name, href }) => ({ text: name, href }));

function middleOf({ south, west, north, east }: MapBox) {
  const lng = (west + (west <= east ? east : east + 360)) / 2;
  return { lat: (south + north) / 2, lng: lng > 180 ? lng - 360 : lng };
}

/** Removes duplicates, because an object on the edge of two cells is in both. */
function distinct(found: readonly FoundAround[]): FoundAround[] {
  return [...new Map(found.map((each) => [each.ref, each])).values()];
}

async function placeOf(
  { ref, point, names, tags, category }: FoundAround,
  date: string,
  locale: Locale,
): Promise<AroundPlace> {
  const name = names[locale] ?? names.name ?? names.en ?? null;
  const text = tags["opening_hours"];
  const hours = text === undefined ? null : await openDaysAt(text, point, addDays(date, -1), date);
  return {
    placeRef: ref,
    name: name?.slice(0, LONGEST_NAME) ?? null,
    ...(names.name !== undefined && names.name !== name && { localName: names.name.slice(0, LONGEST_NAME) }),
    ...(category && { category }),
    ...point,
    facts: { ...factsIn(tags), hours: hours && text !== undefined ? { text, ...hours } : null },
  };
}

const LONGEST_NAME = 200;
