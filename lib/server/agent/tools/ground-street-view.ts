import * as z from "zod";
import { selectTripArea } from "#db/queries/places.ts";
import type { GroundingPart } from "#lib/shared/agent.ts";
import { AppError } from "#lib/shared/errors.ts";
import { Latitude, lineField, Longitude } from "#lib/shared/fields.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { requireAccess } from "../../access/access.ts";
import type { Ctx } from "../../context.ts";
import { searchPlacesForTrip } from "../../places/search-places.ts";
import { StreetViewUnavailable } from "../../street-view/refusals.ts";
import { roundSearchRequest, searchStreetView } from "../../street-view/search-street-view.ts";
import { findKnownRow } from "./known-ids.ts";
import type { PlannedStop } from "./planned-stops.ts";

/** The limits by which the agent looks at streets; the API contract states them. */
const GROUNDING = { places: 5, radiusMeters: 100, limit: 5, nearMeters: 50_000 } as const;

/** The place to look at: exactly one of a name, a stop, and a point. */
export interface StreetPhotoQuery {
  query?: string | null | undefined;
  stopId?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}

export interface StreetViewContext {
  /** The stops among which `stopId` is searched. */
  stops: readonly PlannedStop[];
  /** The coordinates of the trip's destination. */
  destination: Partial<Point> | null;
}

export interface Grounding {
  part: GroundingPart;
  /** A text for the model about the result and the possible next step. */
  says: string;
  isPanoramaNear: boolean;
}

type Place = NonNullable<GroundingPart["place"]>;
type Request = NonNullable<GroundingPart["request"]>;

/** Ends a search with an outcome that is not about photos. */
class NotGrounded extends Error {
  readonly part: Partial<GroundingPart> & Pick<GroundingPart, "outcome">;

  constructor(part: NotGrounded["part"], says: string) {
    super(says);
    this.part = part;
  }
}

/**
 * Searches flat street photos at a place by name, around a stop, or at a point. All failures are outcomes; `retryable`
 * says whether the same request may succeed later.
 * @throws AppError NOT_FOUND for a user who may not read the trip
 */
export async function groundStreetView(
  ctx: Ctx,
  tripId: string,
  look: StreetPhotoQuery,
  around: StreetViewContext,
): Promise<Grounding> {
  await requireAccess(ctx, tripId, "guest");
  try {
    const { point, place } = await pointOf(ctx, tripId, look, around);
    const request = {
      ...roundSearchRequest({ ...point, radiusMeters: GROUNDING.radiusMeters }),
      limit: GROUNDING.limit,
    };
    return await photosAt(ctx, tripId, request, place);
  } catch (error) {
    if (!(error instanceof NotGrounded)) throw error;
    const nothing = { request: null, place: null, completeness: null, images: [] };
    const part: GroundingPart = { type: "grounding", retryable: false, ...nothing, ...error.part };
    return { part, says: error.message, isPanoramaNear: false };
  }
}

interface Spot {
  point: Point;
  place: Place | null;
}

async function pointOf(
  ctx: Ctx,
  tripId: string,
  look: StreetPhotoQuery,
  around: StreetViewContext,
): Promise<Spot> {
  const { query, stopId, lat, lng } = look;
  const hasPoint = (lat ?? null) !== null || (lng ?? null) !== null;
  const ways = [(query ?? "") !== "", (stopId ?? "") !== "", hasPoint].filter(Boolean);
  if (ways.length !== 1) throw invalid("Give one of query, stopId, or lat with lng.");
  if (hasPoint) return { point: checkedPoint(lat, lng), place: null };
  if (stopId) return stopSpot(stopId, around);
  const parsed = lineField(200).safeParse(query);
  if (!parsed.success) throw invalid("A query is one line of at most 200 characters.");
  const place = await placeNamed(ctx, tripId, parsed.data, around);
  return { point: place, place };
}

function checkedPoint(lat: unknown, lng: unknown): Point {
  const point = z.object({ lat: Latitude, lng: Longitude }).safeParse({ lat, lng });
  if (point.success) return point.data;
  throw invalid("lat is from -90 to 90 and lng from -180 to 180; both have to be given.");
}

function stopSpot(stopId: string, { stops }: StreetViewContext): Spot {
  try {
    const { name, place } = findKnownRow("stop", stopId, stops);
    if (!place) throw invalid("This stop has no place yet: look for it by its name.");
    const { lat, lng } = place;
    return { point: { lat, lng }, place: { name, lat, lng } };
  } catch (error) {
    throw error instanceof AppError ? invalid(error.message) : error;
  }
}

/** Returns the first of the first few results that is near the trip, or else the first of all. */
async function placeNamed(
  ctx: Ctx,
  tripId: string,
  query: string,
  around: StreetViewContext,
): Promise<Place> {
  const [found, centre] = await Promise.all([
    searchPlacesForTrip(ctx, tripId, { q: query, limit: GROUNDING.places }).catch(asOutcome(ctx, null, null)),
    centreOf(ctx, tripId, around),
  ]);
  const candidates: PlaceDto[] = found.slice(0, GROUNDING.places);
  const near = candidates.find((place) => centre && distanceMeters(place, centre) <= GROUNDING.nearMeters);
  const best = near ?? candidates[0];
  if (best) return { name: best.name, lat: best.lat, lng: best.lng };
  const says = "No place of this name is known here. Give coordinates, or a stop that has a place.";
  throw new NotGrounded({ outcome: "place_not_found" }, says);
}

/** Returns the coordinates of the destination, or else the centre of the trip's stops. */
async function centreOf(ctx: Ctx, tripId: string, { destination }: StreetViewContext): Promise<Point | null> {
  const { lat, lng } = destination ?? {};
  if (lat !== undefined && lng !== undefined) return { lat, lng };
  return (await selectTripArea(ctx.db, { tripId }))[0]?.near ?? null;
}

async function photosAt(ctx: Ctx, tripId: string, request: Request, place: Place | null): Promise<Grounding> {
  const found = await searchStreetView(ctx, tripId, request, "agent").catch(asOutcome(ctx, request, place));
  const { outcome, completeness, images, panoramaAvailable } = found;
  const part: GroundingPart = {
    type: "grounding",
    outcome,
    retryable: false,
    request,
    place,
    completeness,
    images,
  };
  const all = completeness === "complete" ? "" : " Not all of the circle could be searched.";
  const what = outcome === "found" ? "Photos were found." : "No flat street photos are known within 100 m.";
  return { part, says: `${what}${all}`, isPanoramaNear: panoramaAvailable };
}

function invalid(says: string): NotGrounded {
  return new NotGrounded({ outcome: "invalid_request" }, says);
}

/**
 * Converts a service's refusal into an outcome. Errors about the caller's rights, and those of a cancelled run, are
 * thrown.
 */
function asOutcome(ctx: Ctx, request: Request | null, place: Place | null): (error: unknown) => never {
  return (error) => {
    if (ctx.signal.aborted || !(error instanceof AppError) || error.code === "NOT_FOUND") throw error;
    const { code, details } = error;
    // A service that is off, or refuses permanently, will refuse the next request, too.
    const isPassing = code === "RATE_LIMITED" || (code === "UNAVAILABLE" && details?.["retryable"] !== false);
    // The request that was sent to the provider, if one was.
    const asked =
      error instanceof StreetViewUnavailable && error.request ? { ...request, ...error.request } : request;
    throw new NotGrounded(
      {
        outcome: "service_unavailable",
        retryable: isPassing,
        request: asked && { ...asked, limit: GROUNDING.limit },
        place,
      },
      error.message,
    );
  };
}
