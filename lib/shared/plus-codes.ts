import type { Point } from "./legs.ts";

/* Reads and computes Open Location Codes ("Plus codes"), by their specification of 2019. */

const DIGITS = "23456789CFGHJMPQRVWX";
/** The number of digits before the `+` of a full code. */
const SIGN_AT = 8;
const PAIRS = 10;
const MOST_DIGITS = 15;
const ROWS = 5;
const COLUMNS = 4;
/**
 * How many values the first digit of a full code may have, which is that of the latitude; LONGITUDES is the number for
 * the second digit. Higher values lie outside the earth.
 */
const LATITUDES = 9;
const LONGITUDES = 18;
/** Steps per degree in a code of ten digits. */
const STEPS = 8000;

interface PlusCode {
  /** The code in capitals, with its `+` and without anything behind the fifteenth digit. */
  code: string;
  /** Whether the code lacks its beginning: a short code means the matching area that is nearest to a known point. */
  isShort: boolean;
}

/** Reads a text that is a full code (`8Q7XQXF9+9V`) or the end of one (`QXF9+9V`); null when it is neither. */
export function readPlusCode(text: string): PlusCode | null {
  const code = text.trim().toUpperCase();
  const sign = code.indexOf("+");
  if (sign === -1 || sign > SIGN_AT || sign % 2 === 1 || code.length < 3) return null;
  const [, before = "", zeros = "", after = ""] =
    /^([2-9CFGHJMPQRVWX]*)(0*)\+([2-9CFGHJMPQRVWX]*)$/.exec(code) ?? [];
  if (before.length + zeros.length !== sign || after.length === 1) return null;
  const isShort = sign < SIGN_AT;
  if (zeros !== "" && (isShort || after !== "" || zeros.length % 2 === 1 || before === "")) return null;
  if (before === "" && after === "") return null;
  if (!isShort && !isOnEarth(before)) return null;
  return { code: code.slice(0, MOST_DIGITS + 1), isShort };
}

function isOnEarth(code: string): boolean {
  return valueAt(code, 0) < LATITUDES && valueAt(code, 1) < LONGITUDES;
}

function valueAt(code: string, at: number): number {
  return DIGITS.indexOf(code.charAt(at));
}

interface Area extends Point {
  /** The lengths of the area's sides, in degrees. */
  height: number;
  width: number;
}

/** The area of a full code, given by its south-western corner. */
function areaOf(code: string): Area {
  const digits = code.replace("+", "").replace(/0+$/, "");
  const area = { lat: -90, lng: -180, height: 400, width: 400 };
  for (let at = 0; at < Math.min(digits.length, PAIRS); at += 2) {
    area.height /= 20;
    area.width /= 20;
    area.lat += valueAt(digits, at) * area.height;
    area.lng += valueAt(digits, at + 1) * area.width;
  }
  for (let at = PAIRS; at < digits.length; at++) {
    area.height /= ROWS;
    area.width /= COLUMNS;
    area.lat += Math.floor(valueAt(digits, at) / COLUMNS) * area.height;
    area.lng += (valueAt(digits, at) % COLUMNS) * area.width;
  }
  return area;
}

/** The middle of a full code's area. */
export function pointOfPlusCode(code: string): Point {
  const { lat, lng, height, width } = areaOf(code);
  return { lat: rounded(lat + height / 2), lng: rounded(lng + width / 2) };
}

/** What a short code means near a point: the nearest area whose code ends with it. */
export function nearestPlusCode(short: string, near: Point): Point {
  const missing = SIGN_AT - short.indexOf("+");
  const size = 20 ** (2 - missing / 2);
  const spot = pointOfPlusCode(`${pairsOf(near).slice(0, missing)}${short}`);
  return {
    lat: rounded(within(spot.lat + size * Math.round((near.lat - spot.lat) / size), size)),
    lng: rounded(around(spot.lng + size * Math.round((near.lng - spot.lng) / size))),
  };
}

/** The first ten digits of a point's code, without the `+`. */
function pairsOf({ lat, lng }: Point): string {
  let north = Math.min(180 * STEPS - 1, Math.floor(rounded((lat + 90) * STEPS)));
  let east = Math.floor(rounded((around(lng) + 180) * STEPS));
  let code = "";
  for (let pair = 0; pair < PAIRS / 2; pair++) {
    code = `${DIGITS.charAt(north % 20)}${DIGITS.charAt(east % 20)}${code}`;
    north = Math.floor(north / 20);
    east = Math.floor(east / 20);
  }
  return code;
}

/** Limits the latitude: an area beyond a pole is not on the earth. */
function within(lat: number, size: number): number {
  if (lat > 90) return lat - size;
  return lat < -90 ? lat + size : lat;
}

function around(lng: number): number {
  if (lng >= 180) return lng - 360;
  return lng < -180 ? lng + 360 : lng;
}

/** Removes the rounding errors of added fractions; ten decimals are finer than any code. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e10) / 1e10;
}
