import type { ImportPreview, SKIP_REASONS } from "#lib/shared/imports.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { FoundPlace } from "./found-place.ts";

type SkipReason = (typeof SKIP_REASONS)[number];
type PlanNow = Pick<TripDto, "days" | "stops">;

export interface SortedPlaces {
  added: { place: FoundPlace; dayId: string | null }[];
  skipped: { place: FoundPlace; reason: SkipReason }[];
}

/** What of a file is new to the plan, and where it goes; the rest with the reason why not. */
export function sortPlaces(
  places: readonly FoundPlace[],
  { days, stops }: PlanNow,
  into: "days" | "ideas",
): SortedPlaces {
  const sorted: SortedPlaces = { added: [], skipped: [] };
  const dayIds = new Map(days.map(({ id, date }) => [date, id]));
  const known = new Map<string, Point[]>();
  for (const stop of stops) remember(known, stop.name, stop.place);
  for (const place of places) {
    const reason = reasonAgainst(place, known, stops.length + sorted.added.length);
    if (reason) {
      sorted.skipped.push({ place, reason });
      continue;
    }
    remember(known, place.name, place.point);
    const dayId = into === "days" && place.date ? (dayIds.get(place.date) ?? null) : null;
    sorted.added.push({ place, dayId });
  }
  return sorted;
}

export function previewOf({ added, skipped }: SortedPlaces): Pick<ImportPreview, "added" | "skipped"> {
  return {
    added: added.map(({ place, dayId }) => ({ ...told(place), dayId, date: place.date ?? null })),
    skipped: skipped.map(({ place, reason }) => ({ ...told(place), reason })),
  };
}

function told({ name, point }: FoundPlace) {
  return { name, lat: point?.lat ?? null, lng: point?.lng ?? null };
}

type Point = { lat: number; lng: number } | null;

function reasonAgainst(
  place: FoundPlace,
  known: ReadonlyMap<string, Point[]>,
  stopCount: number,
): SkipReason | null {
  if (place.isShape) return "shape";
  if (place.name === "") return "nameless";
  const namesakes = known.get(nameKey(place.name)) ?? [];
  if (namesakes.some((point) => isSameSpot(point, place.point))) return "duplicate";
  return stopCount >= MAX_STOPS ? "full" : null;
}

function remember(known: Map<string, Point[]>, name: string, point: Point): void {
  const key = nameKey(name);
  known.set(key, [...(known.get(key) ?? []), point]);
}

function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** Metres within which two of a name are one place: files round their coordinates. */
const NEAR_M = 150;
const DEGREE_M = 111_320;

/** Where one of them has no coordinates, the name decides. */
function isSameSpot(a: Point, b: Point): boolean {
  if (!a || !b) return true;
  const north = (a.lat - b.lat) * DEGREE_M;
  const east = (a.lng - b.lng) * DEGREE_M * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(north, east) <= NEAR_M;
}
