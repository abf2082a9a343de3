import { parseCoordinates } from "./coordinates.ts";
import type { Point } from "./legs.ts";
import { pointOfPlusCode, readPlusCode } from "./plus-codes.ts";

export type PastedPlace =
  | {
      kind: "point";
      point: Point;
      /** What the link calls it. */
      label: string | null;
      /** An object of OpenStreetMap, as in `osm:node/123`. */
      ref: string | null;
    }
  /** The end of a Plus code: it needs to know near where. */
  | { kind: "short-code"; code: string; locality: string | null }
  /** A link that only has a name to search for. */
  | { kind: "name"; name: string }
  /** A link that says nothing of where, like a short one. */
  | { kind: "nowhere" };

/** What was pasted to say where something is; null for what somebody typed to search for. Nothing is fetched. */
export function readPastedPlace(text: string): PastedPlace | null {
  const input = text.trim();
  if (/^geo:/i.test(input)) return fromGeo(input);
  if (/^https?:\/\//i.test(input))
    return URL.canParse(input) ? fromLink(new URL(input)) : { kind: "nowhere" };
  const code = plusCodeIn(input);
  if (code) return code;
  const point = parseCoordinates(input);
  return point && { kind: "point", point, label: null, ref: null };
}

/** `2Q7X+F9 Kyoto` and `2Q7X+F9, Kyoto, Japan`; a full code needs no locality. */
function plusCodeIn(input: string): PastedPlace | null {
  const [, first = "", rest = ""] = /^(\S+?)(?:,\s*|\s+|$)(.*)$/.exec(input) ?? [];
  const found = readPlusCode(first);
  if (!found) return null;
  const locality = rest.trim() || null;
  if (found.isShort) return { kind: "short-code", code: found.code, locality };
  return { kind: "point", point: pointOfPlusCode(found.code), label: locality, ref: null };
}

/** RFC 5870, and what Android adds: `geo:0,0?q=35.01,135.77(Kyoto)`, `geo:0,0?q=Kyoto`. */
function fromGeo(uri: string): PastedPlace {
  const at = uri.indexOf("?");
  const query = at === -1 ? null : new URLSearchParams(uri.slice(at + 1)).get("q");
  const point = parseCoordinates(uri);
  const asked = query === null ? null : labelled(query);
  if (asked) return { kind: "point", ref: null, ...asked };
  if (point && (point.lat !== 0 || point.lng !== 0))
    return { kind: "point", point, label: nameIn(query), ref: null };
  return query?.trim() ? { kind: "name", name: query.trim() } : { kind: "nowhere" };
}

/** `35.01,135.77(Kyoto)`. */
function labelled(text: string): { point: Point; label: string | null } | null {
  const [, coordinates = text, label = null] = /^([^()]*)\((.*)\)$/.exec(text.trim()) ?? [];
  const point = parseCoordinates(coordinates);
  return point && { point, label: nameIn(label) };
}

const NAME_PARAMS = ["name", "q", "query", "address", "daddr", "destination"];

function fromLink(url: URL): PastedPlace {
  const inParams = NAME_PARAMS.map((name) => url.searchParams.get(name) ?? "");
  for (const text of inParams) {
    const found = labelled(text);
    if (found?.label) return { kind: "point", ref: null, ...found };
  }
  const label = nameInPath(url.pathname) ?? inParams.map(nameIn).find((name) => name !== null) ?? null;
  const point = parseCoordinates(url.href);
  if (point) return { kind: "point", point, label, ref: objectIn(url) };
  const code = plusCodeIn(label ?? "");
  if (code) return code;
  return label !== null && isMap(url) ? { kind: "name", name: label } : { kind: "nowhere" };
}

function objectIn({ hostname, pathname }: URL): string | null {
  const [, kind, id] = /^\/(node|way|relation)\/(\d{1,15})(?:\/|$)/.exec(pathname) ?? [];
  return kind && /(^|\.)openstreetmap\.org$/.test(hostname) ? `osm:${kind}/${id}` : null;
}

/** Links of other sites hold words that name no place. */
function isMap({ hostname, pathname }: URL): boolean {
  const isGoogle = /(^|\.)google\.(?:com?\.)?[a-z]{2,3}$/.test(hostname);
  return (
    (isGoogle && (hostname.startsWith("maps.") || pathname.startsWith("/maps"))) ||
    hostname === "maps.apple.com"
  );
}

/** Google's `/maps/place/Kiyomizu-dera/…` and `/maps/search/Kyoto+Station`. */
function nameInPath(pathname: string): string | null {
  const [, found] = /\/(?:place|search)\/([^/@]+)/.exec(pathname) ?? [];
  return found === undefined ? null : nameIn(decode(found.replaceAll("+", " ")));
}

/** A name has letters, and is no coordinates. */
function nameIn(text: string | null): string | null {
  const name = (text ?? "")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  return /\p{L}/u.test(name) && !parseCoordinates(name) ? name : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
