import { readCoordinates } from "./coordinates.ts";
import type { Point } from "./legs.ts";
import { readMapLink } from "./map-links/read-map-link.ts";
import { pointOfPlusCode, readPlusCode } from "./plus-codes.ts";

const MAX_LENGTH = 2000;

export interface TypedPoint {
  point: Point;
  /** Whether the point is only the middle of the map that a link shows; the place is near it at best. */
  isView: boolean;
}

/**
 * Reads what users type or paste into a field of coordinates: any spelling of a point, Plus codes, `geo:` URIs and the
 * long links of maps. A place that a link names takes precedence over the middle of its map. Links of maps with shifted
 * coordinates are left to the service, which can compute the shift.
 */
export function readTypedPoint(text: string): TypedPoint | null {
  const input = text.trim();
  if (input === "" || input.length > MAX_LENGTH) return null;
  if (/^https?:\/\//i.test(input)) return URL.canParse(input) ? inLink(new URL(input)) : null;
  const point = /^geo:/i.test(input) ? readGeoUri(input) : (readCoordinates(input) ?? fullPlusCode(input));
  return point && { point, isView: false };
}

/** Reads a `geo:` URI without the altitude and parameters that RFC 5870 allows behind the point. */
export function readGeoUri(uri: string): Point | null {
  const [coordinates = ""] = uri.trim().slice("geo:".length).split(/[;?]/);
  const [lat = "", lng = ""] = coordinates.split(",");
  return readCoordinates(`${lat},${lng}`);
}

function inLink(url: URL): TypedPoint | null {
  const { point = null, view = null, datum } = readMapLink(url);
  const found = point ?? view;
  return found && datum === undefined ? { point: found, isView: point === null } : null;
}

function fullPlusCode(text: string): Point | null {
  const found = readPlusCode(text);
  return found && !found.isShort ? pointOfPlusCode(found.code) : null;
}
