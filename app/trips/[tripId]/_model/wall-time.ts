import { wallClock } from "#lib/shared/wall-clock.ts";

/** The date for which zones are named, because the names of zones have changed over the decades. */
const NAMED_AT = Date.UTC(2026, 0, 1);
const names = new Map<string, string>();

/** Matches an abbreviation such as "EET", which few readers know and several zones share. */
const LETTERS = /^[A-Z]{2,5}$/;

/** Returns the usual name of a zone, for example "Japan Time" or 日本时间, or its offset if there is none. */
export function zoneName(zone: string, locale: string): string {
  const key = `${locale} ${zone}`;
  let name = names.get(key);
  if (name === undefined) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "shortGeneric" });
    name = format.formatToParts(NAMED_AT).find(({ type }) => type === "timeZoneName")?.value ?? zone;
    if (LETTERS.test(name) && zone.includes("/")) name = `${cityOf(zone)} Time`;
    names.set(key, name);
  }
  return name;
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/** Whether two zones have the same date and time at an instant, in epoch milliseconds. */
export function isSameWallTime(a: string, b: string, at: number): boolean {
  if (a === b) return true;
  const [left, right] = [wallClock(at, a), wallClock(at, b)];
  return left.time === right.time && left.date === right.date;
}
