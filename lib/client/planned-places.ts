import type { DayDto } from "#lib/shared/days.ts";
import { fold } from "#lib/shared/fold.ts";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, NamedPlace, ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";

/** When somebody is at a place by the plan. */
export interface Planned {
  /** null: an idea, or a booking without a date. */
  date: string | null;
  /** HH:mm by the clocks there. */
  time: string | null;
  isBooking: boolean;
}

/** A place that a field offers: one of the plan's own, or one that was found. */
export interface OfferedPlace extends PlaceDto {
  planned?: Planned;
}

export interface PlannedPlace extends OfferedPlace {
  planned: Planned;
}

/** What of a trip says where its people go. */
export interface Plan extends Pick<TripDto, "stops" | "days" | "timezone"> {
  reservations: readonly Pick<ReservationDto, "from" | "to" | "start" | "end">[];
}

/** Nearer than this and of one name, two places are one. */
const SAME_M = 50;

/** Where the plan's stops and bookings are, each place once, by when one is there first; those without a date last. */
export function plannedPlaces(plan: Plan): PlannedPlace[] {
  const days = new Map(plan.days.map((day) => [day.id, day]));
  const all = [
    ...plan.stops.flatMap((stop) => ofStop(stop, days.get(stop.dayId ?? ""), plan.timezone)),
    ...plan.reservations.flatMap(ofBooking),
  ];
  const byName = new Map<string, PlannedPlace[]>();
  for (const place of all.toSorted(byMoment)) {
    const name = fold(place.name);
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

function ofBooking({ from, to, start, end }: Plan["reservations"][number]): PlannedPlace[] {
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
  planned: Planned,
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
  return fold(a.name) === fold(b.name) && distanceMeters(a, b) <= SAME_M;
}

/** Those whose names have a word that begins with each word that was typed, whatever its case and accents. */
export function matchingPlanned(places: readonly PlannedPlace[], typed: string): PlannedPlace[] {
  const wanted = fold(typed).split(" ");
  if (wanted[0] === "") return [];
  return places.filter(({ name, code = "" }) => {
    const words = wordsOf(`${name} ${code}`);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

/** What was found, without the places that the plan has. */
export function withoutPlanned(
  found: readonly PlaceDto[],
  planned: readonly PlannedPlace[],
): readonly PlaceDto[] {
  const refs = new Set(planned.map(({ placeRef }) => placeRef));
  return found.filter(
    (place) => !refs.has(place.placeRef) && !planned.some((other) => isOnePlace(other, place)),
  );
}

/** The middle one of a day's places either way, which a far one does not move; else of the trip's, else its destination. */
export function middleOf(
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

/** What follows an apostrophe is a word too: "art" finds "Musée d'Art", and "dart" does. */
function wordsOf(text: string): string[] {
  const words = [text, text.replaceAll(APOSTROPHE, " ")].flatMap((each) => fold(each).split(" "));
  return words.filter((word) => word !== "");
}
