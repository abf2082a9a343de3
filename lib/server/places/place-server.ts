import * as z from "zod";
import type { PlaceCategory } from "#lib/shared/place-categories.ts";
import { PlaceDto, type PlaceKind } from "#lib/shared/places.ts";
import type { PlaceQuery } from "./provider.ts";

/** One kind of server: how it is asked, what its answers mean, and how much it may be asked. */
export interface PlaceServer {
  /** What its kept answers are filed under. */
  kind: string;
  /** Path and query, below the operator's URL. */
  pathFor(query: Pick<PlaceQuery, "text" | "near" | "locale">): string;
  /** Places in the answer, without their zones; what makes no sense is left out. @throws Error for no answer of its kind */
  read(answer: unknown): ServerPlace[];
  /** Shorter texts are not sent. */
  shortest: number;
  /** Requests at once, and the least time between the starts of two. */
  atOnce: number;
  everyMs: number;
  /** How long its answers may be kept. */
  keptMs: number;
}

export type ServerPlace = Omit<PlaceDto, "timezone">;

/** Asked for whatever the limit is, so that one kept answer serves all. */
export const ASKED_FOR = 10;
export const DAY_MS = 24 * 60 * 60 * 1000;
const OPENSTREETMAP = { source: "OpenStreetMap", attribution: "© OpenStreetMap contributors" };

/** An object of OpenStreetMap as both kinds of servers tell of it. */
export interface MapObject {
  type: string;
  id: number;
  name: string;
  kind: PlaceKind;
  category: PlaceCategory | undefined;
  lat: number;
  lng: number;
  countryCode: string | undefined;
  region: string | undefined;
  town: string | undefined;
  address: string;
}

/** The places in an answer's rows; rows that make no sense are left out. */
export function placesIn<Row>(
  rows: readonly unknown[],
  schema: z.ZodType<Row>,
  objectOf: (row: Row) => MapObject,
): ServerPlace[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row);
    return parsed.success ? placeOf(objectOf(parsed.data)) : [];
  });
}

const OBJECTS: Readonly<Record<string, string>> = { N: "node", W: "way", R: "relation" };
const Served = PlaceDto.omit({ timezone: true });

/** The place that an object is; none where it has no name or its parts are no such parts. */
function placeOf(object: MapObject): ServerPlace[] {
  const { type, id, name, category, lat, lng, town = "" } = object;
  // A house or a street that is there for something is a place of that sort: a church, a bus stop.
  const kind = object.kind === "address" && category ? "poi" : object.kind;
  const parsed = Served.safeParse({
    placeRef: `osm:${OBJECTS[type] ?? type}/${id}`,
    name: clipped(name, 200),
    kind,
    ...(kind === "poi" && category && { category }),
    lat,
    lng,
    countryCode: object.countryCode?.toUpperCase() ?? null,
    region: object.region ?? null,
    town: clipped(town, 200) || undefined,
    address: clipped(object.address, 300) || undefined,
    ...OPENSTREETMAP,
  });
  return parsed.success && parsed.data.name !== "" ? [parsed.data] : [];
}

/** Others' text, on one line and not longer than the fields that it goes to. */
function clipped(text: string, most: number): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  // Not through the middle of a character.
  return line.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

const TOWNS =
  /^(city|town|village|hamlet|suburb|borough|quarter|neighbourhood|municipality|locality|island)$/;
const REGIONS = /^(state|region|province|county|district|state_district)$/;
const STREETS = /^(house|street|residential|pedestrian|living_street|primary|secondary|tertiary)$/;

/** By the tag that made it an object, as in `place=city`, and by the rank that the server gives it. */
export function kindOf(key: string, value: string, rank: string): PlaceKind {
  if (key === "aeroway" && value === "aerodrome") return "airport";
  if (value === "country" || rank === "country") return "country";
  if (key === "place" && TOWNS.test(value)) return "city";
  if (REGIONS.test(value)) return "region";
  if (key === "boundary") return REGIONS.test(rank) ? "region" : "city";
  if (key === "highway" || STREETS.test(value) || (key === "place" && value === "house")) return "address";
  return key === "building" && (rank === "house" || rank === "building") ? "address" : "poi";
}

/** Text that is there, of fields that need not be. */
export const MaybeText = z.string().optional().catch(undefined);
