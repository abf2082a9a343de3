import * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { Latitude, lineField, Longitude } from "#lib/shared/fields.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { openGazetteer } from "../../places/gazetteer.ts";
import { searchPlaces } from "../../places/search-places.ts";
import { tool, type ToolRun } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { findKnownRow, shortId } from "./known-ids.ts";
import { type PlannedStop, plannedStops } from "./planned-stops.ts";
import { townsOnlyNote, NO_ANSWER, placeForModel } from "./search-places.ts";
import { readSharedTrip } from "./shared-trip.ts";
import { shortenText } from "./short-text.ts";
import { StopId } from "./stop-inputs.ts";

const RADIUS_M = 100;
const LIMIT = 5;

export const findNearby = tool({
  name: "find_nearby",
  description:
    "What is known within 100 m of a stop or a point: stops of this trip, and places of a name when query is given. It knows no lists of what is around; say so when it finds nothing.",
  input: z.strictObject({
    stopId: StopId.nullish(),
    lat: Latitude.nullish(),
    lng: Longitude.nullish(),
    query: lineField(200).nullish().describe("name of what is looked for"),
  }),
  about: ({ query }) => withoutEmptyFields({ query: query ?? undefined, meters: RADIUS_M }),
  async run(run, input) {
    const { query } = input;
    const stops = plannedStops(run, await readSharedTrip(run));
    const stop = input.stopId ? findKnownRow("stop", input.stopId, stops) : null;
    const point = pointOf(stop, input);
    let isAnswered = true;
    const onNoAnswer = () => void (isAnswered = false);
    const places = query ? await placesNear(run, { q: query, onNoAnswer }, point) : [];
    const near = stopsNear(stops, stop, point);
    const told = withoutEmptyFields({
      radiusMeters: RADIUS_M,
      stopsOfThisTrip: near,
      places: places.map((place) => ({ ...placeForModel(place), metersAway: away(point, place) })),
      town: await townOf(point),
      note: isAnswered ? noteOf(places.length + near.length, query) : NO_ANSWER,
    });
    const about = withoutEmptyFields({ name: stop?.name, query: query ?? undefined, meters: RADIUS_M });
    return {
      told,
      about: { ...about, count: places.length + near.length },
      ...(places.length > 0 && { parts: [{ type: "places", places }] }),
    };
  },
});

function pointOf(
  stop: PlannedStop | null,
  { lat, lng }: { lat?: number | null | undefined; lng?: number | null | undefined },
): Point {
  if (stop?.place) return { lat: stop.place.lat, lng: stop.place.lng };
  if (stop) throw new AppError("VALIDATION_FAILED", "This stop has no place yet. Give lat and lng.");
  if (typeof lat === "number" && typeof lng === "number") return { lat, lng };
  throw new AppError("VALIDATION_FAILED", "Give the stopId of a stop that has a place, or lat and lng.");
}

function away(point: Point, other: Point): number {
  return Math.round(distanceMeters(point, other));
}

async function placesNear(
  { ctx }: ToolRun,
  asked: { q: string; onNoAnswer: () => void },
  point: Point,
): Promise<PlaceDto[]> {
  const found = await searchPlaces(ctx, { ...asked, limit: 10, ...point });
  return found.filter((place) => away(point, place) <= RADIUS_M).slice(0, LIMIT);
}

function stopsNear(stops: readonly PlannedStop[], from: PlannedStop | null, point: Point): object[] {
  return stops
    .flatMap(({ id, name, place }) => {
      if (!place || id === from?.id) return [];
      return [{ id: shortId(id), name: shortenText(name, 80), metersAway: away(point, place) }];
    })
    .filter(({ metersAway }) => metersAway <= RADIUS_M)
    .toSorted((a, b) => a.metersAway - b.metersAway)
    .slice(0, LIMIT);
}

/** Returns the town in which the point is, or the nearest one, because most points have no other known place. */
async function townOf(point: Point): Promise<object | null> {
  const town = (await openGazetteer()).nearestTown(point);
  return (
    town &&
    withoutEmptyFields({
      name: town.name,
      countryCode: town.countryCode,
      km: Math.round(away(point, town) / 1000),
    })
  );
}

function noteOf(found: number, query: string | null | undefined): string | null {
  const nothing = found === 0 ? "Nothing is known within 100 m: that doesn't say that there is nothing." : "";
  const how = query ? townsOnlyNote() : "Places are only looked for by name: give a query.";
  return [nothing, how].filter(Boolean).join(" ") || null;
}
