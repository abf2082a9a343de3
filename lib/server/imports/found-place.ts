import { isCalendarDate } from "#lib/shared/dates.ts";
import { WebUrl } from "#lib/shared/fields.ts";
import type { ImportFormat } from "#lib/shared/imports.ts";
import type { NewStop } from "#lib/shared/stops.ts";

/** A place as a file tells it, cleaned of what no stop may hold. */
export interface FoundPlace extends Omit<
  NewStop,
  "id" | "dayId" | "name" | "participants" | "place" | "travelMode"
> {
  /** Empty: the file does not say. */
  name: string;
  point: { lat: number; lng: number } | null;
  address: string | null;
  /** On which day the file has it. */
  date: string | null;
  /** The zone that its times are of where it names none itself; absent without times. */
  clock?: string;
  /** A line or an area, which is no place to go to. */
  isShape: boolean;
}

export interface FoundPlaces {
  format: ImportFormat;
  title: string | null;
  places: FoundPlace[];
}

const NAME_LENGTH = 200;
const ADDRESS_LENGTH = 300;
const NOTES_LENGTH = 10_000;

interface Told {
  name: string | null;
  point: { lat: number; lng: number } | null;
  address?: string | null;
  notes?: readonly (string | null)[];
  url?: string | null;
  date?: string | null;
  isShape?: boolean;
}

export function foundPlace({ name, point, address, notes, url, date, isShape = false }: Told): FoundPlace {
  const cleanAddress = oneLine(address ?? "", ADDRESS_LENGTH) || null;
  const said = [...(notes ?? []), point ? null : cleanAddress];
  return {
    name: oneLine(name ?? "", NAME_LENGTH),
    point,
    address: cleanAddress,
    notes: paragraphs(said.filter((text) => text !== null).join("\n\n")) || null,
    url: webUrl(url ?? ""),
    date: date && isCalendarDate(date) ? date : null,
    isShape,
  };
}

/** Trimmed to so many characters (code points), none of which is more than two of JavaScript's. */
function cut(text: string, length: number): string {
  return Array.from(text.slice(0, 2 * length + 1))
    .slice(0, length)
    .join("")
    .toWellFormed()
    .trim();
}

/** Spaces are looked at no further than they can matter. */
const LOOKED_AT = 8;

export function oneLine(text: string, length: number): string {
  const start = text.slice(0, LOOKED_AT * length);
  return cut(
    start
      .toWellFormed()
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      .trim(),
    length,
  );
}

function paragraphs(text: string): string {
  const plain = text
    .slice(0, LOOKED_AT * NOTES_LENGTH)
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "")
    .replaceAll(/\n{3,}/g, "\n\n");
  return cut(plain.trim(), NOTES_LENGTH);
}

function webUrl(text: string): string | null {
  const parsed = WebUrl.safeParse(text);
  return parsed.success ? parsed.data : null;
}

/** Both in range, else null. */
export function pointOf(lat: unknown, lng: unknown): { lat: number; lng: number } | null {
  const [north, east] = [Number.parseFloat(String(lat)), Number.parseFloat(String(lng))];
  const isPoint = Math.abs(north) <= 90 && Math.abs(east) <= 180;
  return isPoint ? { lat: north, lng: east } : null;
}
