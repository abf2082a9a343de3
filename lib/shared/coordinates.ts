import type { Point } from "./legs.ts";
import { pointOfPlusCode, readPlusCode } from "./plus-codes.ts";

const MAX_LENGTH = 2000;
/** No spelling of a point is longer; what patterns look at must not be. */
const MAX_POINT_LENGTH = 100;
const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;

/**
 * Reads what people paste to say where something is: `35.01, 135.77`, degrees with minutes and compass letters,
 * Plus codes, `geo:` and the long links of Google Maps, Apple Maps, OpenStreetMap and Bing. Short links hold no coordinates.
 */
export function parseCoordinates(text: string): Point | null {
  const input = text.trim();
  if (input === "" || input.length > MAX_LENGTH) return null;
  if (/^geo:/i.test(input)) return fromGeo(input.slice(4));
  if (/^https?:\/\//i.test(input)) return URL.canParse(input) ? fromLink(new URL(input)) : null;
  const short = shortened(input);
  if (short === null) return null;
  return pair(short) ?? decimalCommas(short) ?? compass(short) ?? fullPlusCode(short);
}

/** With single spaces: patterns that allow them in many places take for ever on long runs of them. */
function shortened(text: string): string | null {
  const short = text.trim().replaceAll(/\s+/g, " ");
  return short.length > MAX_POINT_LENGTH ? null : short;
}

/** Without what RFC 5870 lets follow: an altitude, and parameters. */
function fromGeo(path: string): Point | null {
  const [coordinates = ""] = path.split(/[;?]/);
  return pair(coordinates.split(",").slice(0, 2).join(","));
}

function point(lat: number, lng: number): Point | null {
  const valid = Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return valid ? { lat: rounded(lat), lng: rounded(lng) } : null;
}

/** Seven decimals are a centimetre. */
function rounded(value: number): number {
  return Math.round(value * 1e7) / 1e7;
}

const PAIR = new RegExp(String.raw`^\(?\s*(${NUMBER})\s*°?\s*(?:[,;，]\s*|\s+)(${NUMBER})\s*°?\s*\)?$`);

function pair(text: string): Point | null {
  const short = shortened(text);
  const match = short === null ? null : PAIR.exec(short);
  return match ? point(Number(match[1]), Number(match[2])) : null;
}

function fullPlusCode(text: string): Point | null {
  const found = readPlusCode(text);
  return found && !found.isShort ? pointOfPlusCode(found.code) : null;
}

/** `35,0116; 135,7681`: where the comma is the decimal sign, something else has to part the two. */
function decimalCommas(text: string): Point | null {
  const match = /^([+-]?\d{1,3},\d+)\s*[;\s]\s*([+-]?\d{1,3},\d+)$/.exec(text);
  return match ? pair(`${match[1]?.replace(",", ".")} ${match[2]?.replace(",", ".")}`) : null;
}

const HALF = String.raw`(\d{1,3}(?:\.\d+)?)\s*°?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|'')\s*)?`;
const LETTERS_AFTER = new RegExp(String.raw`^${HALF}([NS])[\s,;]*${HALF}([EW])$`, "i");
const LETTERS_BEFORE = new RegExp(String.raw`^([NS])\s*${HALF}[\s,;]*([EW])\s*${HALF}$`, "i");

/** `35°00'41.8"N 135°46'05.2"E` and `N 35.0116 E 135.7681`. */
function compass(text: string): Point | null {
  const after = LETTERS_AFTER.exec(text);
  if (after) return point(degrees(after.slice(1, 4), after[4]), degrees(after.slice(5, 8), after[8]));
  const before = LETTERS_BEFORE.exec(text);
  return before
    ? point(degrees(before.slice(2, 5), before[1]), degrees(before.slice(6, 9), before[5]))
    : null;
}

function degrees(parts: ReadonlyArray<string | undefined>, letter: string | undefined): number {
  const [whole, minutes, seconds] = parts.map((part) => Number(part ?? 0));
  const value = (whole ?? 0) + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600;
  return /[SW]/i.test(letter ?? "") ? -value : value;
}

/** Names of parameters that hold `lat,lng`, the most exact first. */
const PAIR_PARAMS = ["coordinate", "query", "q", "ll", "destination", "daddr", "center", "sll", "viewpoint"];

function fromLink(url: URL): Point | null {
  const path = decode(url.pathname);
  return pin(path) ?? fromParams(url.searchParams) ?? viewport(path) ?? hash(decode(url.hash));
}

/** Google's own pin in the path; the part after `@` is only where the camera stood. */
function pin(path: string): Point | null {
  const exact = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`).exec(path);
  if (exact) return point(Number(exact[1]), Number(exact[2]));
  const searched = new RegExp(`/(?:place|search|dir/)/?(${NUMBER}),[ +]*(${NUMBER})(?:/|$)`).exec(path);
  return searched ? point(Number(searched[1]), Number(searched[2])) : null;
}

function fromParams(params: URLSearchParams): Point | null {
  const marker = { lat: params.get("mlat"), lng: params.get("mlon") };
  if (marker.lat && marker.lng) return pair(`${marker.lat} ${marker.lng}`);
  for (const name of PAIR_PARAMS) {
    const found = pair((params.get(name) ?? "").replace(/^loc:/, ""));
    if (found) return found;
  }
  return pair((params.get("cp") ?? "").replace("~", ","));
}

function viewport(path: string): Point | null {
  const match = new RegExp(`@(${NUMBER}),(${NUMBER})`).exec(path);
  return match ? point(Number(match[1]), Number(match[2])) : null;
}

function hash(text: string): Point | null {
  const match = new RegExp(`map=\\d+(?:\\.\\d+)?/(${NUMBER})/(${NUMBER})`).exec(text);
  return match ? point(Number(match[1]), Number(match[2])) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `35.01160, 135.76810`, as map services accept it. */
export function formatCoordinates({ lat, lng }: Point): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}
