import type { AgentPart } from "#lib/shared/agent.ts";
import { foldText } from "#lib/shared/fold.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { StepRefused } from "../refusals.ts";
import type { ToolRun } from "../tool.ts";
import { plannedStops } from "./planned-stops.ts";
import type { SharedTrip } from "./shared-trip.ts";
import { quoteName } from "./short-text.ts";

/** A place that a search has found, or that is in the plan. */
export interface KnownPlace extends Point {
  name: string;
  placeRef: string | null;
  /** The kind of place, such as `poi`, and its category. */
  kind?: PlaceDto["kind"];
  category?: string | undefined;
  address?: string | null | undefined;
}

/** The position of a trip or a reservation, if somebody has entered it. */
interface GivenSpot {
  lat?: unknown;
  lng?: unknown;
}

/** The distance within which two positions are the same, because models round numbers. */
const SAME_M = 50;

/** Stores the places of a step's cards: the run may use them from now on. */
export function rememberFoundPlaces(run: ToolRun, parts: readonly AgentPart[]): void {
  const found = parts.flatMap((part): KnownPlace[] => {
    if (part.type === "places") return part.places;
    return part.type === "grounding" && part.place ? [{ ...part.place, placeRef: null }] : [];
  });
  run.found = [...(run.found ?? []), ...found];
}

/** Returns the places that this run has found, and those of the trip. */
export function knownPlaces(run: ToolRun, trip: SharedTrip): KnownPlace[] {
  const stops = plannedStops(run, trip).flatMap(({ name, category, place }) =>
    place ? [{ ...place, name, category, placeRef: place.placeRef ?? null }] : [],
  );
  const bookings = trip.reservations.flatMap(({ from, to }) => [from, to]);
  const others = [trip.destination, ...bookings].flatMap((place) => (place ? placed(place) : []));
  return [...(run.found ?? []), ...stops, ...others];
}

function placed({ name, lat, lng }: GivenSpot & { name: string }): KnownPlace[] {
  return typeof lat === "number" && typeof lng === "number" ? [{ name, lat, lng, placeRef: null }] : [];
}

/**
 * Returns the place with this reference.
 * @throws StepRefused when no place that was found or planned has it
 */
export function findPlace(run: ToolRun, trip: SharedTrip, placeRef: string): KnownPlace {
  const found = knownPlaces(run, trip).find((place) => place.placeRef === placeRef);
  if (found) return found;
  throw new StepRefused(
    "NOT_LOOKED_UP",
    `Nothing that you have found is called ${placeRef}. ${SEARCH_FIRST}`,
  );
}

/**
 * Checks that a place was found or is in the plan, because nobody can go to a place that the model invented.
 * @returns what is known about it
 * @throws StepRefused with advice for the model
 */
export function requireKnownPlace(
  run: ToolRun,
  trip: SharedTrip,
  { lat, lng, placeRef }: { lat: number; lng: number; placeRef?: string | null | undefined },
): KnownPlace {
  const meant = knownPlaces(run, trip).filter((place) => !placeRef || place.placeRef === placeRef);
  const known = meant.find((place) => distanceMeters(place, { lat, lng }) <= SAME_M);
  if (known) return known;
  const [other] = placeRef ? meant : [];
  const message = other
    ? `${placeRef} is at lat ${other.lat}, lng ${other.lng}: give these.`
    : `No search has found this place, and it is not in the plan. ${SEARCH_FIRST}`;
  throw new StepRefused("NOT_LOOKED_UP", message);
}

/**
 * Returns a sentence about the place at a stop's position, if that place has another name than the stop; otherwise
 * null. A restaurant, for example, is not at the position of its town's middle.
 */
export function placeNameNote({ name, kind }: KnownPlace, stopName: string): string | null {
  if (foldText(name) === foldText(stopName)) return null;
  return `The place that was found there is ${quoteName(name)}${kind ? ` (${kind})` : ""}.`;
}

/** Checks an end of a reservation like {@link requireKnownPlace}; it may have only a name. */
export function requireKnownSpot(run: ToolRun, trip: SharedTrip, spot: GivenSpot | null | undefined): void {
  const { lat, lng } = spot ?? {};
  if (typeof lat === "number" && typeof lng === "number") requireKnownPlace(run, trip, { lat, lng });
}

const SEARCH_FIRST =
  "Call search_places first, which takes names, coordinates and links of maps, and take placeRef, lat and lng from its answer as they are. A stop may also have no place: then it is not on the map.";
