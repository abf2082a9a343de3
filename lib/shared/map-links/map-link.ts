import { readCoordinatePair, readCoordinates } from "../coordinates.ts";
import type { Point } from "../legs.ts";

/** What a map's link says of where, in the order in which it is to be believed. */
export interface MapLink {
  /** What the link points at: a marker, a place, the destination of a route. */
  point?: Point | null | undefined;
  /** The name or address of it. */
  label?: string | null | undefined;
  /** An object of OpenStreetMap, as in `osm:node/123`. */
  ref?: string | null | undefined;
  /** The middle of the map that was on the screen, which is near the place at best. */
  view?: Point | null | undefined;
  /** In metres of Baidu's own projection, where it gives no degrees: the middle of its map. */
  metres?: { x: number; y: number } | null | undefined;
  /** Why it cannot say where, whoever asks: it is of several places, or in words that only their owner can read. */
  unreadable?: "list" | "own_map" | "needs_key";
  /** China's maps are shifted against WGS 84 by law. */
  datum?: "gcj-02" | "bd-09";
}

/** A service of maps: whose links these are, and how its own parameters are read. */
export interface MapSite {
  hosts: RegExp;
  read: (url: URL) => MapLink;
}

/** `lat,lng`, whatever follows after another comma. */
export function latLng(text: string | null | undefined): Point | null {
  const [lat = "", lng = ""] = (text ?? "").split(/[,~]/);
  return decimalPair(lat, lng);
}

/** `lng,lat`, as Yandex, 2GIS, Mapy and Amap write it. */
export function lngLat(text: string | null | undefined): Point | null {
  const [lng = "", lat = ""] = (text ?? "").split(",");
  return decimalPair(lat, lng);
}

/** Two parameters. */
export function decimalPair(lat: string | null | undefined, lng: string | null | undefined): Point | null {
  const pair = readCoordinatePair(lat ?? "", lng ?? "");
  return typeof pair === "string" ? null : pair;
}

/** What a search box was given: a point as anybody may spell it, perhaps with a label in brackets, or a name. */
export function searched(text: string | null | undefined): MapLink {
  const input = (text ?? "").replace(/^loc:/, "").trim();
  const [, coordinates = input, label = null] = /^([^()]*)\(([^()]*)\)$/.exec(input) ?? [];
  const point = readCoordinates(coordinates);
  return point ? { point, label: named(label) } : { label: named(input) };
}

/** A name has letters and is no coordinates; it is cut where no place has a longer one. */
export function named(text: string | null | undefined): string | null {
  const name = (text ?? "")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  return /\p{L}/u.test(name) && !readCoordinates(name) ? name : null;
}

/** The first of these parameters that is there and not empty. */
export function firstParam({ searchParams }: URL, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = searchParams.get(name)?.trim();
    if (value) return value;
  }
  return null;
}

/** The path's parts, decoded; Google writes spaces of names as `+` there too. */
export function segments({ pathname }: URL): string[] {
  return pathname
    .split("/")
    .slice(1)
    .map((part) => decoded(part.replaceAll("+", " ")));
}

/** The part after `#`, decoded and without its sign. */
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
