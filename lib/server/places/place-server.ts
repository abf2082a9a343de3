import * as z from "zod";
import type { PlaceCategory } from "#lib/shared/place-categories.ts";
import { PlaceDto, type PlaceKind } from "#lib/shared/places.ts";
import type { PlaceQuery } from "./provider.ts";

/** A kind of server for place search: the form of its requests and answers, and its limits. */
export interface PlaceServer {
  /** The key under which its answers are cached. */
  kind: string;
  /** Returns path and query, which are added to the operator's URL. */
  pathFor(query: Pick<PlaceQuery, "text" | "near" | "locale">): string;
  /**
   * Reads the places of an answer, without their time zones; invalid rows are left out.
   * @throws Error for an answer of another kind
   */
  read(answer: unknown): ServerPlace[];
  /** The minimum length of a text that is sent. */
  shortest: number;
  /**
   * The maximum number of parallel requests, and the minimum time between the starts of two requests, in milliseconds.
   */
  atOnce: number;
  everyMs: number;
  /** How long its answers may be cached, in milliseconds. */
  keptMs: number;
}

export type ServerPlace = Omit<PlaceDto, "timezone">;

/** The number of results that is always requested, so that one cached answer serves all limits. */
export const REQUESTED_RESULTS = 10;
export const DAY_MS = 24 * 60 * 60 * 1000;
const OPENSTREETMAP = { source: "OpenStreetMap", attribution: "© OpenStreetMap contributors" };

/** An object of OpenStreetMap in the form that both kinds of servers have in common. */
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

/** Reads the places in the rows of an answer; invalid rows are left out. */
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

/** Converts an object to a place; none when it has no name or its values are invalid. */
function placeOf(object: MapObject): ServerPlace[] {
  const { type, id, name, category, lat, lng, town = "" } = object;
  // A house or a street with a use, such as a church or a bus stop, is a place of that category.
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

/** Shortens text of others to one line and the maximum length of its field. */
function clipped(text: string, most: number): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  // Half of a surrogate pair at the end is removed.
  return line.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

const TOWNS =
  /^(city|town|village|hamlet|suburb|borough|quarter|neighbourhood|municipality|locality|island)$/;
const REGIONS = /^(state|region|province|county|district|state_district)$/;
const STREETS = /^(house|street|residential|pedestrian|living_street|primary|secondary|tertiary)$/;

/**
 * Returns the kind of a place by the object's main tag, such as `place=city`, and by the rank that the server gives it.
 */
export function placeKindOf(key: string, value: string, rank: string): PlaceKind {
  if (key === "aeroway" && value === "aerodrome") return "airport";
  if (value === "country" || rank === "country") return "country";
  if (key === "place" && TOWNS.test(value)) return "city";
  if (REGIONS.test(value)) return "region";
  if (key === "boundary") return REGIONS.test(rank) ? "region" : "city";
  if (key === "highway" || STREETS.test(value) || (key === "place" && value === "house")) return "address";
  return key === "building" && (rank === "house" || rank === "building") ? "address" : "poi";
}

/** A text of an optional field; invalid values count as absent. */
export const MaybeText = z.string().optional().catch(undefined);
