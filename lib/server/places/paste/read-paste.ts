import { placesApi } from "#lib/shared/api/places.ts";
import type { Point } from "#lib/shared/legs.ts";
import { isLinkProblem } from "#lib/shared/link-problems.ts";
import type { PastedPart, PastedText, PasteReading } from "#lib/shared/pasted-text.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { selectTripArea } from "#db/queries/places.ts";
import { requireAccess } from "../../access/access.ts";
import { requestLocale } from "../../auth/locale.ts";
import { requireWithinLimit } from "../../auth/rate-limit.ts";
import type { Ctx } from "../../context.ts";
import { toKnownStop } from "../../imports/match-plan.ts";
import { isSamePlace, type Likeness, LikenessIndex } from "../../imports/same-place.ts";
import { readTripText } from "../../trips/read-trip.ts";
import { type PartResult, lookUpPart } from "./look-up-part.ts";
import { type SearchLimits, PlaceFinder } from "./place-finder.ts";
import { proposeNames } from "./propose-names.ts";
import { splitPaste } from "./split-paste.ts";
import { withLinks } from "./with-links.ts";

/** The rate limits by user, because each paste may send many requests to the map search. */
const LIMITS = [
  { windowSeconds: 60, max: 10 },
  { windowSeconds: 3600, max: 100 },
];
/** The limits of one paste; what remains is reported and can be requested again. */
const ALLOWANCE: SearchLimits = { searches: 60, ms: 12_000 };
/** The number of parallel searches in one paste. */
const AT_ONCE = 2;
const LONGEST_SOURCE = 300;

/**
 * Returns the places of a pasted text in its order, as far as they could be looked up. Nothing is written.
 * @throws AppError NOT_FOUND, FORBIDDEN, RATE_LIMITED
 */
export async function readPaste(
  ctx: Ctx,
  tripId: string,
  { text, links = [] }: PastedText,
  allowance = ALLOWANCE,
): Promise<PasteReading> {
  await requireAccess(ctx, tripId, "editor");
  await requireWithinPastes(ctx);
  const trip: TripDto = JSON.parse(await readTripText(ctx.db, ctx.viewer.userId, tripId, ctx.now()));
  const [area] = await selectTripArea(ctx.db, { tripId });
  const parts = splitPaste(withLinks(text, links));
  const around = { near: area?.near ?? null, points: pointsOf(trip), locale: requestLocale(ctx.headers) };
  const prose = parts.flatMap((part) => (part.kind === "prose" ? part.text : []));
  const proposed = await proposeNames(ctx, tripId, prose);
  const looking = { ...around, finder: new PlaceFinder(around, allowance), proposed };
  const looked = await inTurn(parts, (part) => lookUpPart(part, looking));
  return readingOf(looked.flat(), trip);
}

async function requireWithinPastes({ viewer }: Ctx): Promise<void> {
  for (const rule of LIMITS) {
    const group = `${placesApi.readPaste.path}|${rule.windowSeconds}`;
    await requireWithinLimit(new Headers(), group, rule, { subject: viewer.userId });
  }
}

function pointsOf({ stops, destination }: TripDto): Point[] {
  const placed: Point[] = stops.flatMap(({ place }) => place ?? []);
  const { lat, lng } = destination ?? {};
  return lat === undefined || lng === undefined ? placed : [...placed, { lat, lng }];
}

/** Works through a list in its order, a few entries in parallel. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()].values();
  async function go(): Promise<void> {
    for (const [index, item] of waiting) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, go));
  return results;
}

function readingOf(looked: readonly PartResult[], { stops, days }: TripDto): PasteReading {
  const dates = new Map(days.map(({ id, date }) => [id, date]));
  const planned = new LikenessIndex<Likeness>(stops.map((stop) => toKnownStop(stop, dates)));
  const before = new LikenessIndex<Likeness>();
  const parts = looked.map((part): PastedPart => {
    const { outcome, url, source, ...rest } = part;
    const short = { source: shortened(source), ...rest };
    if (isLinkProblem(outcome)) return { ...short, outcome: "link", link: outcome };
    const record = likenessOf(part);
    if (!record) return { ...short, outcome };
    const isIn = (index: LikenessIndex<Likeness>) =>
      index.find(record, "place", (each) => isSamePlace(record, each)) !== undefined;
    const known = isIn(planned) ? "planned" : isIn(before) ? "repeated" : null;
    before.add(record);
    return { ...short, outcome: known ?? outcome };
  });
  const left = looked.filter(({ outcome }) => outcome === "later").map(({ source }) => source);
  return { parts, rest: left.length === 0 ? null : left.join("\n") };
}

function likenessOf({ place, name, url }: PartResult): Likeness | null {
  if (!place) return null;
  const { lat, lng, placeRef, address = null } = place;
  const times = { date: null, startTime: null, endTime: null };
  return { name: name ?? "", point: { lat, lng }, placeRef, url, address, notes: null, ...times };
}

function shortened(source: string): string {
  return source.length > LONGEST_SOURCE
    ? `${source.slice(0, LONGEST_SOURCE).toWellFormed().trim()}…`
    : source;
}
