import gcoord from "gcoord";
import { pointOf, readCoordinates } from "./coordinates.ts";
import type { Point } from "./legs.ts";
import { type MapLink, parsePlaceName, parseSearchText } from "./map-links/map-link.ts";
import { readMapLink } from "./map-links/read-map-link.ts";
import { pointOfPlusCode, readPlusCode } from "./plus-codes.ts";
import { readGeoUri } from "./typed-point.ts";

export type PastedPlace =
  | {
      kind: "point";
      point: Point;
      /** The name of the place in the link. */
      label: string | null;
      /** An object of OpenStreetMap, as in `osm:node/123`. */
      ref: string | null;
      /** Whether the point is only the middle of the map that the link shows; the place is near it at best. */
      isView: boolean;
    }
  /** A short Plus code, which has a meaning only near a known point. */
  | { kind: "short-code"; code: string; locality: string | null }
  /** A link with a name to search for, and perhaps the middle of the map around it. */
  | { kind: "name"; name: string; near: Point | null }
  /** A link to an object of OpenStreetMap, without a point. */
  | { kind: "object"; ref: string }
  /** A link that contains no place, such as a short link. */
  | { kind: "nowhere"; unreadable?: MapLink["unreadable"] };

const LINK = /https?:\/\/\S+/i;

/** The first link in a text, unchanged. */
export function linkIn(text: string): string | null {
  return LINK.exec(text)?.[0] ?? null;
}

/** Reads a pasted text that contains a place; null for a text that somebody typed as a search. Nothing is fetched. */
export function readPastedPlace(text: string): PastedPlace | null {
  const input = text.trim();
  if (/^geo:/i.test(input)) return fromGeo(input);
  const link = LINK.exec(input);
  if (link) return fromSharedText(input.slice(0, link.index), link[0]);
  if (/^https?:\/\//i.test(input)) return { kind: "nowhere" };
  const code = plusCodeIn(input);
  if (code) return code;
  const point = readCoordinates(input);
  return point && exactly(point, null);
}

function exactly(point: Point, label: string | null): PastedPlace {
  return { kind: "point", point, label, ref: null, isView: false };
}

/** Reads a text that a phone shared, with a name and a link; the name is used if the link has none. */
function fromSharedText(before: string, link: string): PastedPlace {
  const found: PastedPlace = URL.canParse(link) ? fromLink(readMapLink(new URL(link))) : { kind: "nowhere" };
  const label = parsePlaceName(before);
  if (label === null) return found;
  if (found.kind === "nowhere" && !found.unreadable) return { kind: "name", name: label, near: null };
  return found.kind === "point" && found.label === null ? { ...found, label } : found;
}

function fromLink(link: MapLink): PastedPlace {
  const { label = null, ref = null } = link;
  if (link.unreadable) return { kind: "nowhere", unreadable: link.unreadable };
  const point = unshifted(link.point, link.datum);
  const view = unshifted(link.view, link.datum) ?? fromMetres(link.metres);
  if (point) return { kind: "point", point, label, ref, isView: false };
  const code = plusCodeIn(label ?? "");
  if (code) return code;
  if (label !== null) return { kind: "name", name: label, near: view };
  if (view) return { kind: "point", point: view, label: null, ref, isView: true };
  return ref === null ? { kind: "nowhere" } : { kind: "object", ref };
}

/** Converts a point from China's shifted datum to WGS 84. Outside China the shift is zero. */
function unshifted(point: Point | null | undefined, datum: MapLink["datum"]): Point | null {
  if (!point || datum === undefined) return point ?? null;
  const from = datum === "gcj-02" ? gcoord.GCJ02 : gcoord.BD09;
  const [lng, lat] = gcoord.transform([point.lng, point.lat], from, gcoord.WGS84);
  return pointOf(lat, lng);
}

function fromMetres(metres: MapLink["metres"]): Point | null {
  if (!metres) return null;
  const [lng, lat] = gcoord.transform([metres.x, metres.y], gcoord.BD09MC, gcoord.WGS84);
  return pointOf(lat, lng);
}

/** Reads a Plus code with its locality: `2Q7X+F9 Kyoto` and `2Q7X+F9, Kyoto, Japan`; a full code needs no locality. */
function plusCodeIn(input: string): PastedPlace | null {
  const [, first = "", rest = ""] = /^(\S+?)(?:,\s*|\s+|$)(.*)$/.exec(input) ?? [];
  const found = readPlusCode(first);
  if (!found) return null;
  const locality = rest.trim() || null;
  if (found.isShort) return { kind: "short-code", code: found.code, locality };
  return exactly(pointOfPlusCode(found.code), locality);
}

/** Reads a `geo:` URI of RFC 5870, with what Android adds: `geo:0,0?q=35.01,135.77(Kyoto)`, `geo:0,0?q=Kyoto`. */
function fromGeo(uri: string): PastedPlace {
  const at = uri.indexOf("?");
  const query = at === -1 ? null : new URLSearchParams(uri.slice(at + 1)).get("q");
  const asked = parseSearchText(query);
  if (asked.point) return exactly(asked.point, asked.label ?? null);
  const point = readGeoUri(uri);
  const label = asked.label ?? null;
  if (point && (point.lat !== 0 || point.lng !== 0)) return exactly(point, label);
  return label === null ? { kind: "nowhere" } : { kind: "name", name: label, near: null };
}
