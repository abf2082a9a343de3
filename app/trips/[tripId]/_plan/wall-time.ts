import { wallClock } from "#lib/shared/wall-clock.ts";

/** Zones have changed their names over the decades; these are the ones of now. */
const NAMED_AT = Date.UTC(2026, 0, 1);
const names = new Map<string, string>();

/** "EET": which few can tell, and which other zones share. */
const LETTERS = /^[A-Z]{2,5}$/;

/** "Japan Time", 日本时间: the zone as people say it, or its offset where there is no such name. */
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

/** Whether two zones show the same clock at an instant (epoch ms). */
export function sameClock(a: string, b: string, at: number): boolean {
  if (a === b) return true;
  const [left, right] = [wallClock(at, a), wallClock(at, b)];
  return left.time === right.time && left.date === right.date;
}
