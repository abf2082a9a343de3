const MINUTE_MS = 60_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function partsIn(zone: string): Intl.DateTimeFormat {
  let made = formatters.get(zone);
  if (!made) {
    made = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(zone, made);
  }
  return made;
}

export interface WallClock {
  date: string;
  time: string;
}

/** What calendar and clock in `zone` show at an instant (epoch ms). */
export function wallClock(instant: number, zone: string): WallClock {
  const parts = new Map(
    partsIn(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return { date: `${get("year")}-${get("month")}-${get("day")}`, time: `${get("hour")}:${get("minute")}` };
}

function asUtc({ date, time }: WallClock): number {
  return Date.parse(`${date}T${time}:00Z`);
}

/** Epoch ms at which the clock in `zone` shows this; a time that a zone skips or repeats takes the offset before it. */
export function wallInstant(wall: WallClock, zone: string): number {
  const target = asUtc(wall);
  const offsetAt = (instant: number) => asUtc(wallClock(instant, zone)) - instant;
  const before = offsetAt(target - 24 * 60 * MINUTE_MS);
  const guess = target - before;
  return offsetAt(guess) === before ? guess : target - offsetAt(target - offsetAt(guess));
}

/** Zones have changed their names over the decades; these are the ones of now. */
const NAMED_AT = Date.UTC(2026, 0, 1);
const names = new Map<string, string>();

/** "Japan Time", 日本时间: the zone as people say it, or its offset where there is no such name. */
export function zoneName(zone: string, locale: string): string {
  const key = `${locale} ${zone}`;
  let name = names.get(key);
  if (name === undefined) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "shortGeneric" });
    name = format.formatToParts(NAMED_AT).find(({ type }) => type === "timeZoneName")?.value ?? zone;
    names.set(key, name);
  }
  return name;
}

/** Whether two zones show the same clock at an instant (epoch ms). */
export function sameClock(a: string, b: string, at: number): boolean {
  if (a === b) return true;
  const [left, right] = [wallClock(at, a), wallClock(at, b)];
  return left.time === right.time && left.date === right.date;
}
