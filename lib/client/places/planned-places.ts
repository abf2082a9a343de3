import type { DayDto } from "#lib/shared/days.ts";
import { foldText } from "#lib/shared/fold.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, NamedPlace, ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** When the group is at a place by the plan. */
export interface PlannedVisit {
  /** The date of the visit; null for a stop of Ideas, or a reservation without a date. */
  date: string | null;
  /** The time of the visit, HH:mm in the local time of the place; null when no time is planned. */
  time: string | null;
  isBooking: boolean;
}

/** A place that a field offers: a place of the plan, or a search result. */
export interface OfferedPlace extends PlaceDto {
  planned?: PlannedVisit;
}

export interface PlannedPlace extends OfferedPlace {
  planned: PlannedVisit;
}

/** The parts of a trip that say where the group goes. */
export interface TripPlan extends Pick<TripDto, "stops" | "days" | "timezone"> {
  reservations: readonly Pick<ReservationDto, "from" | "to" | "start" | "end">[];
}

/** Two places with the same name count as one within this distance, in metres. */
const SAME_M = 50;

/**
 * Returns the places of the plan's stops and reservations, each once, in the order of the first visit; places without a
 * date come last.
 */
export function plannedPlaces(plan: TripPlan): PlannedPlace[] {
  const days = new Map(plan.days.map((day) => [day.id, day]));
  const all = [
    ...plan.stops.flatMap((stop) => ofStop(stop, days.get(stop.dayId ?? ""), plan.timezone)),
    ...plan.reservations.flatMap(ofBooking),
  ];
  const byName = new Map<string, PlannedPlace[]>();
  for (const place of all.toSorted(byMoment)) {
    const name = foldText(place.name);
    const known = byName.get(name) ?? [];
    if (known.every((other) => distanceMeters(other, place) > SAME_M)) byName.set(name, [...known, place]);
  }
  return [...byName.values()].flat().toSorted(byMoment);
}

function ofStop(stop: StopDto, day: DayDto | undefined, timezone: string): PlannedPlace[] {
  const { name, place, startTime } = stop;
  if (!place) return [];
  const planned = { date: day?.date ?? null, time: day ? startTime : null, isBooking: false };
  return [
    {
      ...offered({ name, ...place }, place.placeRef ?? null, planned),
      timezone: stop.timezone ?? day?.timezone ?? timezone,
    },
  ];
}

function ofBooking({ from, to, start, end }: TripPlan["reservations"][number]): PlannedPlace[] {
  return [...ofEnd(from, start), ...ofEnd(to, end ?? start)];
}

function ofEnd(place: NamedPlace | null, at: LocalTime | null): PlannedPlace[] {
  if (place?.lat === undefined || place.lng === undefined) return [];
  const { lat, lng } = place;
  const date = at && localDate(at);
  const planned = { date, time: at && localClock(at), isBooking: true };
  return [
    {
      ...offered({ ...place, lat, lng }, null, planned),
      ...(at && { timezone: at.zone }),
      ...(place.code !== undefined && { code: place.code }),
    },
  ];
}

function offered(
  { name, lat, lng, address }: Point & { name: string; address?: string | null | undefined },
  placeRef: string | null,
  planned: PlannedVisit,
): PlannedPlace {
  return {
    placeRef: placeRef ?? `point:${lat},${lng}`,
    name,
    kind: "poi",
    lat,
    lng,
    countryCode: null,
    ...(address && { address }),
    source: "",
    attribution: "",
    planned,
  };
}

function byMoment({ planned: a }: PlannedPlace, { planned: b }: PlannedPlace): number {
  const [left, right] = [a, b].map(({ date, time }) => `${date ?? "9999-99-99"} ${time ?? "99:99"}`);
  if (left === right) return 0;
  return (left ?? "") < (right ?? "") ? -1 : 1;
}

function isOnePlace(a: PlaceDto, b: PlaceDto): boolean {
  return foldText(a.name) === foldText(b.name) && distanceMeters(a, b) <= SAME_M;
}

/**
 * Returns the places whose name contains, for each typed word, a word that begins with it; case and accents are
 * ignored.
 */
export function matchingPlanned(places: readonly PlannedPlace[], typed: string): PlannedPlace[] {
  const wanted = foldText(typed).split(" ");
  if (wanted[0] === "") return [];
  return places.filter(({ name, code = "" }) => {
    const words = wordsOf(`${name} ${code}`);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

/** Returns the search results without the places that the plan contains. */
export function withoutPlanned(
  found: readonly PlaceDto[],
  planned: readonly PlannedPlace[],
): readonly PlaceDto[] {
  const refs = new Set(planned.map(({ placeRef }) => placeRef));
  return found.filter(
    (place) => !refs.has(place.placeRef) && !planned.some((other) => isOnePlace(other, place)),
  );
}

/**
 * Returns the median of the day's places in latitude and longitude, which a far place does not move; without any, the
 * median of the trip's places, or else its destination.
 */
export function medianPointOfDay(
  { stops, destination }: Pick<TripDto, "stops" | "destination">,
  dayId: string | null,
): Point | null {
  const placed = stops.flatMap(({ place, dayId: of }) => (place ? [{ ...place, of }] : []));
  const ofDay = placed.filter(({ of }) => of !== null && of === dayId);
  const points = ofDay.length > 0 ? ofDay : placed;
  const { lat = median(points.map((point) => point.lat)), lng = median(points.map((point) => point.lng)) } =
    points.length > 0 ? {} : (destination ?? {});
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

function median(values: number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
}

const APOSTROPHE = /['’‘ʼ`´]/g;

/**
 * Returns the words of a text. The part behind an apostrophe is a word of its own too: "art" finds "Musée d'Art", and
 * so does "dart".
 */
function wordsOf(text: string): string[] {
  const words = [text, text.replaceAll(APOSTROPHE, " ")].flatMap((each) => foldText(each).split(" "));
  return words.filter((word) => word !== "");
}
