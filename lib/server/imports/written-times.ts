/* Reads times of day in the formats of people and spreadsheets of many countries. */

type HalfDay = "am" | "pm" | "noon" | "night";

const BEFORE: ReadonlyArray<readonly [RegExp, HalfDay]> = [
  [/^(?:上午|凌晨|早上|早晨|清晨|午前|오전|am|a\.m\.)/, "am"],
  [/^(?:下午|傍晚|午後|午后|오후|pm|p\.m\.)/, "pm"],
  [/^中午/, "noon"],
  [/^(?:晚上|夜里|夜晚)/, "night"],
];
const BEHIND: ReadonlyArray<readonly [RegExp, HalfDay]> = [
  [/(?:am|a\.m\.?)$/, "am"],
  [/(?:pm|p\.m\.?)$/, "pm"],
];

/** Matches `9:30`, `9.30` and `9h30`, with or without seconds. */
const DIGITAL = /^(\d{1,2})[:.h](\d{2})(?::\d{2}(?:[.,]\d{1,9})?)?(?:uhr|hrs?|h)?$/;
/** Matches `9h`, `9 Uhr`, `9点`, `9点30分` and `9点半`. */
const WORDED = /^(\d{1,2})(?:h|uhr|hrs?|时|時|点|點|시)(?:(\d{1,2})(?:分|분)?|(半)|整)?$/;
const COMPACT = /^(\d{2})(\d{2})$/;
const HOUR = /^(\d{1,2})$/;
/** A fraction of a day, as spreadsheets store times. */
const FRACTION = /^0?[.,](\d{1,20})$/;
/** An ambiguous text: `0.25` may be a fraction that means 6 a.m., or 25 minutes past midnight. */
const AMBIGUOUS = /^0[.,]\d{2}$/;
const DAY_MINUTES = 1440;
/** Maximum length of a text that is read as a time. */
const MAX_LENGTH = 30;

/** Reads a time of day as HH:mm; null for a text that is no time or is ambiguous. */
export function readClock(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = folded(text).replaceAll(" ", "");
  return AMBIGUOUS.test(plain) ? null : (readFraction(plain) ?? readHours(plain));
}

/**
 * Whether the times of each column are fractions of a day: all its filled cells have that form, and some cell of this
 * column or of another such column can't be hours and minutes.
 */
export function areDayFractions(columns: ReadonlyArray<readonly string[]>): boolean[] {
  const texts = columns.map((column) => column.map((text) => text.trim()).filter((text) => text !== ""));
  const areSuch = texts.map((column) => column.every((text) => text === "0" || FRACTION.test(text)));
  const isSure = texts.some(
    (column, index) => areSuch[index] && column.some((text) => text !== "0" && !/^0?[.,][0-5]\d$/.test(text)),
  );
  return areSuch.map((isSuch) => isSuch && isSure);
}

/** Converts a fraction of a day to HH:mm. */
export function readFraction(text: string): string | null {
  const [, fraction] = FRACTION.exec(text) ?? [];
  if (text === "0") return "00:00";
  return fraction ? ofMinutes(Math.round(Number(`0.${fraction}`) * DAY_MINUTES)) : null;
}

/** Reads a range of times, such as `9:00-11:00`, `9–11 Uhr` and `2 to 4 pm`; null for anything else. */
export function readTimeRange(text: string): { start: string; end: string } | null {
  if (text.length > 2 * MAX_LENGTH) return null;
  const plain = folded(text).replace(/^(?:from|von|de|dalle|das|entre) /, "");
  const [first, last, ...more] = plain.split(BETWEEN).map((side) => side.trim());
  if (!first || !last || more.length > 0) return null;
  const [isFirstSaid, isLastSaid] = [saysHalf(first), saysHalf(last)];
  const isShared = isFirstSaid !== isLastSaid;
  const [before, behind] = [first.split(/\d/, 1)[0] ?? "", last.split(/\d/).at(-1) ?? ""];
  const start = (isShared && isLastSaid ? null : readClock(first)) ?? readClock(first + behind);
  const end = readClock(isShared && isFirstSaid ? before + last : last);
  // When only one of the two times says its half of the day, the range may cross noon, so it must be in order.
  return start === null || end === null || (isShared && start >= end) ? null : { start, end };
}

const BETWEEN = /[-–—~〜至到]|から| (?:to|until|till|bis|à|a|al|alle|às|tot) /;

function saysHalf(text: string): boolean {
  return withoutHalf(text.replaceAll(" ", "")).half !== null;
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

function readHours(plain: string): string | null {
  const { half, rest } = withoutHalf(plain);
  const [, hours, minutes = null, isHalfPast = null] =
    DIGITAL.exec(rest) ?? WORDED.exec(rest) ?? COMPACT.exec(rest) ?? (half && HOUR.exec(rest)) ?? [];
  if (hours === undefined) return null;
  const hour = hourOf(Number(hours), half);
  const minute = isHalfPast === null ? Number(minutes ?? 0) : 30;
  return hour === null || minute > 59 ? null : ofMinutes(60 * hour + minute);
}

function withoutHalf(text: string): { half: HalfDay | null; rest: string } {
  for (const [pattern, half] of [...BEFORE, ...BEHIND]) {
    if (pattern.test(text)) return { half, rest: text.replace(pattern, "") };
  }
  return { half: null, rest: text };
}

/**
 * Returns the hour of the day, from 0. Twelve at night is ambiguous, and one to five at night are in the next morning,
 * so they are null.
 */
function hourOf(hour: number, half: HalfDay | null): number | null {
  if (hour > 23) return null;
  if (half === "am") return hour > 12 ? null : hour % 12;
  if (half === "pm" || half === "night") {
    if (half === "night" && hour % 12 <= 5 && hour <= 12) return null;
    return hour > 12 ? hour : (hour % 12) + 12;
  }
  if (half !== "noon") return hour;
  if (hour >= 10 && hour <= 14) return hour;
  return hour === 1 || hour === 2 ? hour + 12 : null;
}

function ofMinutes(minutes: number): string | null {
  if (minutes >= DAY_MINUTES) return null;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
