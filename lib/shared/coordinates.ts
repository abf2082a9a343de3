import type { Point } from "./legs.ts";

/**
 * The maximum length of a text that is read as a point. No spelling is longer, and every attempt to split a text costs
 * time.
 */
const MAX_LENGTH = 100;

/** Why a text is not a valid latitude or longitude. */
export type CoordinateProblem = "unreadable" | "out-of-range";

type Axis = "lat" | "lng";

const LIMIT: Record<Axis, number> = { lat: 90, lng: 180 };

/**
 * Reads one latitude in degrees: `50.4711`, `50,4711`, `−33.8568`, `48° 51.5' N`, `北纬35.01°`. The whole text must be
 * understood; there is no reading of a part up to the first character that does not fit.
 */
export function readLatitude(text: string): number | CoordinateProblem {
  return readAxis(text, "lat");
}

/** Reads one longitude in degrees, spelled like a latitude. */
export function readLongitude(text: string): number | CoordinateProblem {
  return readAxis(text, "lng");
}

/**
 * Reads latitude and longitude from two fields of a file or link. If either field has a problem, the result is that
 * problem.
 */
export function readCoordinatePair(lat: string, lng: string): Point | CoordinateProblem {
  const north = readLatitude(lat);
  const east = readLongitude(lng);
  if (typeof north === "string" || typeof east === "string") {
    return north === "unreadable" || east === "unreadable" ? "unreadable" : "out-of-range";
  }
  return { lat: north, lng: east };
}

/** Makes a point of two numbers from a file; null if they are no valid coordinates. */
export function pointOf(lat: number, lng: number): Point | null {
  const isValid =
    Number.isFinite(lat) && Number.isFinite(lng) && Math.abs(lat) <= LIMIT.lat && Math.abs(lng) <= LIMIT.lng;
  return isValid ? { lat: rounded(lat), lng: rounded(lng) } : null;
}

/** Rounds to seven decimals, which is about a centimetre, and turns -0 into 0. */
function rounded(value: number): number {
  return Math.round(value * 1e7) / 1e7 + 0;
}

function readAxis(text: string, axis: Axis): number | CoordinateProblem {
  const half = readHalf(normalized(text));
  if (!half || (half.axis !== null && half.axis !== axis)) return "unreadable";
  return Math.abs(half.degrees) <= LIMIT[axis] ? rounded(half.degrees) : "out-of-range";
}

/**
 * Reads a pair as people write it: `35.01, 135.77`, `35,01 135,77`, `N 35° 0.7', E 135° 46.1'`, `48 51.5 2 21.1`.
 * Latitude comes first unless compass letters say otherwise. null also for a text that can be split in two ways with
 * two different points.
 */
export function readCoordinates(text: string): Point | null {
  const input = normalized(text)
    .replace(/^[([](.*)[)\]]$/, "$1")
    .trim();
  if (input === "" || input.length > MAX_LENGTH) return null;
  const found = new Map<string, Point>();
  for (const [left, right] of splits(input)) {
    const point = pairOf(readHalf(left), readHalf(right), input);
    if (point) found.set(`${point.lat} ${point.lng}`, point);
  }
  const [only] = found.values();
  return found.size === 1 && only ? only : null;
}

function pairOf(left: Half | null, right: Half | null, input: string): Point | null {
  if (!left || !right) return null;
  const isSwapped = left.axis === "lng" || right.axis === "lat";
  const [north, east] = isSwapped ? [right, left] : [left, right];
  if (north.axis === "lng" || east.axis === "lat") return null;
  const isMarked = left.isMarked || right.isMarked;
  // `48 51` is a pair of degrees or one latitude with minutes: both halves must have the same parts, unless compass
  // letters separate them.
  if (left.parts !== right.parts && !(left.axis && right.axis)) return null;
  // Whole numbers with only a space between them are more likely house numbers, telephone numbers or names of shops.
  if (!isMarked && !/[,;/]/.test(input) && !(left.isDecimal && right.isDecimal)) return null;
  return pointOf(north.degrees, east.degrees);
}

/** Returns every way to split the text into a pair: at separators, and where a compass letter meets a number. */
function splits(text: string): Array<[string, string]> {
  const all: Array<[string, string]> = [];
  for (let at = 1; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const previous = text.charAt(at - 1);
    const isLetterMet = /\p{L}/u.test(letter) !== /\p{L}/u.test(previous);
    // In `+48.85+2.35` a sign separates the numbers; a hyphen between two unsigned numbers is not a sign.
    const isSignMet = /[+-]/.test(letter) && /^[+-]/.test(text);
    if (/[\s,;/]/.test(letter)) all.push([text.slice(0, at), text.slice(at + 1)]);
    else if (!/[\s,;/]/.test(previous) && (isLetterMet || isSignMet)) {
      all.push([text.slice(0, at), text.slice(at)]);
    }
  }
  return all.filter(([left, right]) => /\d/.test(left) && /\d/.test(right));
}

interface Half {
  degrees: number;
  /** The axis that a compass letter or a label names; null: neither is written. */
  axis: Axis | null;
  /** How many of degrees, minutes and seconds the text has. */
  parts: number;
  isDecimal: boolean;
  /** Whether the text has a compass letter, a label, or a sign for degrees, minutes or seconds. */
  isMarked: boolean;
}

const COMPASS: ReadonlyArray<{ axis: Axis; sign: 1 | -1; spellings: readonly string[] }> = [
  { axis: "lat", sign: 1, spellings: ["n", "north", "北纬", "北緯"] },
  { axis: "lat", sign: -1, spellings: ["s", "south", "南纬", "南緯"] },
  { axis: "lng", sign: 1, spellings: ["e", "east", "东经", "東經", "東経"] },
  { axis: "lng", sign: -1, spellings: ["w", "west", "西经", "西經", "西経"] },
];
const LABELS: ReadonlyArray<{ axis: Axis; spellings: readonly string[] }> = [
  { axis: "lat", spellings: ["lat", "latitude", "纬度", "緯度"] },
  { axis: "lng", spellings: ["lng", "lon", "long", "longitude", "经度", "經度", "経度"] },
];

/** Reads one side of a pair; null if any part of it is not understood. */
function readHalf(text: string): Half | null {
  if (text.length > MAX_LENGTH) return null;
  const label = LABELS.find(({ spellings }) => spellings.includes(labelOf(text)));
  const spelled = unlabelled(text);
  if (EXPONENTIAL.test(spelled)) return exponential(spelled, label?.axis ?? null);
  const [word = "", ...others] = spelled.match(/\p{L}+/gu) ?? [];
  const compass = COMPASS.find(({ spellings }) => spellings.includes(word));
  if (others.length > 0 || (word !== "" && !compass)) return null;
  if (label && compass && label.axis !== compass.axis) return null;
  const isInFront = spelled.startsWith(word);
  if (!isInFront && !spelled.endsWith(word)) return null;
  const number = (isInFront ? spelled.slice(word.length) : spelled.slice(0, -word.length)).trim();
  const isSigned = number.startsWith("+") || number.startsWith("-");
  // A sign and a compass letter would both give the direction, and might contradict each other.
  if (isSigned && compass) return null;
  const found = sexagesimal((isSigned ? number.slice(1) : number).trim());
  if (!found) return null;
  const isNegative = number.startsWith("-") || compass?.sign === -1;
  return {
    ...found,
    degrees: isNegative ? -found.degrees : found.degrees,
    axis: compass?.axis ?? label?.axis ?? null,
    isMarked: found.isMarked || compass !== undefined || label !== undefined,
  };
}

const LABEL = /^\s*([\p{L}]+)\s*[:=]\s*/u;

function labelOf(text: string): string {
  return LABEL.exec(text)?.[1] ?? "";
}

function unlabelled(text: string): string {
  const label = labelOf(text);
  const isKnown = LABELS.some(({ spellings }) => spellings.includes(label));
  return (isKnown ? text.replace(LABEL, "") : text).trim();
}

const EXPONENTIAL = /^[+-]?\d+(?:\.\d*)?e[+-]?\d{1,3}$/;

/** Reads `-1.2e-5`, as programs write numbers that are almost zero. */
function exponential(text: string, axis: Axis | null): Half {
  return { degrees: Number(text), axis, parts: 1, isDecimal: true, isMarked: axis !== null };
}

const MARKS = ["°", "'", '"'];
const TOKEN = /(\d+(?:[.,]\d+|[.])?|[.]\d+) ?([°'":]?) ?/y;

/** Reads degrees, perhaps with minutes and seconds: `48.8583`, `48 51.5`, `48:51:30`, `48°51'30"`. */
function sexagesimal(text: string): Pick<Half, "degrees" | "parts" | "isDecimal" | "isMarked"> | null {
  const values: Array<number | undefined> = [];
  let isMarked = false;
  let isDecimal = false;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [whole = "", number = "", mark = ""] = TOKEN.exec(text) ?? [];
    const isEnd = whole !== "" && TOKEN.lastIndex === text.length;
    const index = MARKS.includes(mark) ? MARKS.indexOf(mark) : values.length;
    // Only the last part may have decimals, and the parts must be separate and in their order.
    if (whole === "" || isDecimal || index < values.length || index > 2) return null;
    if (!isEnd && mark === "" && !whole.endsWith(" ")) return null;
    if (isEnd && mark === ":") return null;
    isMarked ||= mark !== "";
    isDecimal = /[.,]/.test(number);
    values[index] = Number(number.replace(",", "."));
  }
  const [degrees, minutes = 0, seconds = 0] = values;
  if (degrees === undefined || minutes >= 60 || seconds >= 60) return null;
  return { degrees: degrees + minutes / 60 + seconds / 3600, parts: values.length, isDecimal, isMarked };
}

/**
 * Normalizes a text: lower case, one kind of minus, of degree signs, of quotes and of spaces, and no full-width
 * characters.
 */
function normalized(text: string): string {
  if (text.length > 4 * MAX_LENGTH) return "";
  return text
    .replaceAll(/[º˚ᵒ度]/g, "°")
    .replaceAll(/″|”|“|ʺ|''|′′|秒/g, '"')
    .replaceAll(/[′’‘ʹ´`分]/g, "'")
    .normalize("NFKC")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/[、，]/g, ",")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** Formats a point as `35.01160, 135.76810`, which map services accept. */
export function formatCoordinates({ lat, lng }: Point): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}
