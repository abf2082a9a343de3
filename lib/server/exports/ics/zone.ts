import { contentLine, utcStamp } from "./content-line.ts";

/* Calendar apps read the rules of a time zone from the file. The file has one observance for each change of the
   offset in its years, from the data that the rest of the service uses. */

const SECOND_MS = 1000;
const WEEK_MS = 7 * 86_400_000;

interface Change {
  at: number;
  /** The offset before the change, in milliseconds east of UTC. */
  from: number;
  to: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  // The cache uses the name in lower case, because every spelling is valid and could otherwise fill the memory.
  const name = zone.toLowerCase();
  let format = formats.get(name);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
      timeZoneName: "short",
    });
    formats.set(name, format);
  }
  return format;
}

/**
 * Returns the offset of `zone` from UTC at an instant, in milliseconds. The instant is in milliseconds since 1970, in
 * whole seconds.
 */
function offsetAt(at: number, zone: string): number {
  const parts = new Map(
    formatIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const date = [get("year"), get("month") - 1, get("day")] as const;
  return Date.UTC(...date, get("hour"), get("minute"), get("second")) - at;
}

const yearsKnown = new Map<string, Change[]>();
const MOST_YEARS = 5000;

/** Returns a year's changes of the offset. No zone changes its offset twice within a week. */
function changesIn(year: number, zone: string): Change[] {
  const key = `${zone} ${year}`;
  const known = yearsKnown.get(key);
  if (known) return known;
  const [start, end] = [Date.UTC(year), Date.UTC(year + 1)];
  const changes: Change[] = [];
  let before = start;
  for (let after = start + WEEK_MS; before < end; after = Math.min(after + WEEK_MS, end)) {
    const [from, to] = [offsetAt(before, zone), offsetAt(after, zone)];
    if (from !== to) changes.push({ at: momentBetween(before, after, zone), from, to });
    before = after;
  }
  if (yearsKnown.size >= MOST_YEARS) yearsKnown.clear();
  yearsKnown.set(key, changes);
  return changes;
}

/** Returns the first instant with the new offset, to the second. */
function momentBetween(before: number, after: number, zone: string): number {
  const old = offsetAt(before, zone);
  let [low, high] = [before, after];
  while (high - low > SECOND_MS) {
    const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
    if (offsetAt(middle, zone) === old) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the rules of a time zone for these years, which are in order. */
export function timeZoneText(zone: string, years: readonly number[]): string {
  const [first] = years;
  if (first === undefined) return "";
  const start = Date.UTC(first - 1);
  const base = offsetAt(start, zone);
  const observances = [observance(zone, { at: start, from: base, to: base })];
  let current = base;
  for (const year of years) {
    const yearStart = Date.UTC(year);
    const known = offsetAt(yearStart, zone);
    // The offset may have changed in the years between two examined years.
    if (known !== current) observances.push(observance(zone, { at: yearStart, from: current, to: known }));
    current = known;
    for (const change of changesIn(year, zone)) {
      observances.push(observance(zone, change));
      current = change.to;
    }
  }
  return [
    contentLine("BEGIN", "VTIMEZONE"),
    contentLine("TZID", zone),
    contentLine("X-LIC-LOCATION", zone),
    ...observances,
    contentLine("END", "VTIMEZONE"),
  ].join("");
}

function observance(zone: string, { at, from, to }: Change): string {
  const kind = isSummer(at, to, zone) ? "DAYLIGHT" : "STANDARD";
  const name = formatIn(zone)
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName");
  return [
    contentLine("BEGIN", kind),
    // The local time by the offset before the change, as RFC 5545 requires.
    contentLine("DTSTART", utcStamp(at + from).slice(0, -1)),
    contentLine("TZOFFSETFROM", utcOffset(from)),
    contentLine("TZOFFSETTO", utcOffset(to)),
    contentLine("TZNAME", name?.value ?? zone),
    contentLine("END", kind),
  ].join("");
}

function isSummer(at: number, offset: number, zone: string): boolean {
  const year = new Date(at).getUTCFullYear();
  return offset > Math.min(offsetAt(Date.UTC(year, 0), zone), offsetAt(Date.UTC(year, 6), zone));
}

/** Returns an offset such as `+0900`; with seconds for times when each town had its own local time. */
function utcOffset(offset: number): string {
  const total = Math.abs(offset) / SECOND_MS;
  const parts = [total / 3600, (total / 60) % 60, total % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  const digits = total % 60 === 0 ? parts.slice(0, 2) : parts;
  return `${offset < 0 ? "-" : "+"}${digits.join("")}`;
}
