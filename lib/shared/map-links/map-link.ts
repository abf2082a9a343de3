import { readCoordinatePair, readCoordinates } from "../coordinates.ts";
import type { Point } from "../legs.ts";

/** What a map link says about a place. Readers trust the fields in this order. */
export interface MapLink {
  /** What the link points at: a marker, a place, or the destination of a route. */
  point?: Point | null | undefined;
  /** The name or address of that place. */
  label?: string | null | undefined;
  /** An object of OpenStreetMap, as in `osm:node/123`. */
  ref?: string | null | undefined;
  /** The middle of the map that was on the screen; the place is near it at best. */
  view?: Point | null | undefined;
  /** The middle of the map in metres of Baidu's own projection, where the link has no degrees. */
  metres?: { x: number; y: number } | null | undefined;
  /**
   * Why the link can't give one place: it contains several places, or a code that only a service with a key can
   * resolve.
   */
  unreadable?: "list" | "own_map" | "needs_key";
  /**
   * Chinese law requires that maps shift their coordinates against WGS 84; this is the datum of the link's coordinates.
   */
  datum?: "gcj-02" | "bd-09";
}

/** A map service: which links belong to it, and how its parameters are read. */
export interface MapSite {
  hosts: RegExp;
  read: (url: URL) => MapLink;
}

/** Reads `lat,lng`; text after another comma is ignored. */
export function latLng(text: string | null | undefined): Point | null {
  const [lat = "", lng = ""] = (text ?? "").split(/[,~]/);
  return decimalPair(lat, lng);
}

/** Reads `lng,lat`, as Yandex, 2GIS, Mapy and Amap write it. */
export function lngLat(text: string | null | undefined): Point | null {
  const [lng = "", lat = ""] = (text ?? "").split(",");
  return decimalPair(lat, lng);
}

/** Reads a point from two parameters. */
export function decimalPair(lat: string | null | undefined, lng: string | null | undefined): Point | null {
  const pair = readCoordinatePair(lat ?? "", lng ?? "");
  return typeof pair === "string" ? null : pair;
}

/** Reads the text of a search box: a point in any spelling, perhaps with a label in brackets, or a name. */
export function parseSearchText(text: string | null | undefined): MapLink {
  const input = (text ?? "").replace(/^loc:/, "").trim();
  const [, coordinates = input, label = null] = /^([^()]*)\(([^()]*)\)$/.exec(input) ?? [];
  const point = readCoordinates(coordinates);
  return point ? { point, label: parsePlaceName(label) } : { label: parsePlaceName(input) };
}

/**
 * Returns the text if it can be a name: it contains letters and is no pair of coordinates. A name longer than the
 * maximum for places is cut.
 */
export function parsePlaceName(text: string | null | undefined): string | null {
  const name = (text ?? "")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  return /\p{L}/u.test(name) && !readCoordinates(name) ? name : null;
}

/** The value of the first of these parameters that exists and is not empty. */
export function firstParam({ searchParams }: URL, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = searchParams.get(name)?.trim();
    if (value) return value;
  }
  return null;
}

/** The segments of the path, decoded; Google writes spaces of names as `+` there, too. */
export function segments({ pathname }: URL): string[] {
  return pathname
    .split("/")
    .slice(1)
    .map((part) => decoded(part.replaceAll("+", " ")));
}

/** The fragment after `#`, decoded and without the `#`. */
export function fragment({ hash }: URL): string {
  return decoded(hash.slice(1));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
