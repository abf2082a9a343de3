/**
 * Calendar dates are `YYYY-MM-DD` strings without a zone. Computations use midnights in UTC, so that no time zone
 * affects them.
 */
const DAY_MS = 86_400_000;

function toUtc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** True for an existing calendar date between the years 1900 and 2200. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = toUtc(text);
  if (Number.isNaN(time)) return false;
  const year = Number(text.slice(0, 4));
  return year >= 1900 && year <= 2200 && new Date(time).toISOString().startsWith(text);
}

export function addDays(date: string, days: number): string {
  return new Date(toUtc(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY_MS);
}

/** All dates from `start` to `end`, both included; empty when `end` is before `start`. */
export function dateRange(start: string, end: string): string[] {
  const length = daysBetween(start, end) + 1;
  return Array.from({ length: Math.max(0, length) }, (_, index) => addDays(start, index));
}

/** The first date with this weekday (0 is Sunday) that is at least `weeks` weeks after `now`. */
export function weekdayAhead(now: Date, weekday: number, weeks: number): string {
  const date = addDays(now.toISOString().slice(0, 10), weeks * 7);
  const distance = (weekday - new Date(`${date}T00:00:00Z`).getUTCDay() + 7) % 7;
  return addDays(date, distance);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The calendar date in `zone` (IANA name) at `instant`. */
export function dateInZone(instant: Date, zone: string): string {
  // The cache uses one spelling of the name: all spellings are valid, and one entry for each could fill the memory.
  const name = zone.toLowerCase();
  let formatter = formatters.get(name);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
    formatters.set(name, formatter);
  }
  return formatter.format(instant);
}

/** Valid names in lower case, so that the set has at most one entry per zone. */
const knownZones = new Set<string>();

/**
 * Names of time zones that JavaScript accepts beside IANA's and that we refuse: abbreviations with several meanings
 * (IST is India in JavaScript and Israel in PostgreSQL), and two zones that never came to be.
 */
const NO_ZONES = new Set(
  (
    "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST " +
    "CANADA/EAST-SASKATCHEWAN US/PACIFIC-NEW"
  ).split(" "),
);

/** True for IANA names this runtime knows (and UTC); offsets such as `+09:00` are no zones. */
export function isTimeZone(name: string): boolean {
  if (name.length > 64 || /^[+-]/.test(name) || NO_ZONES.has(name.toUpperCase())) return false;
  const known = name.toLowerCase();
  if (knownZones.has(known)) return true;
  if (!canFormatIn(name)) return false;
  knownZones.add(known);
  return true;
}

function canFormatIn(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
