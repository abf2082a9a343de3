import { lastWallInstant, wallInstant } from "#lib/shared/wall-clock.ts";
import { basicDate, basicDateTime, contentLine, escapeText, utcStamp } from "./content-line.ts";

/** A local date and time in a time zone; without a time, the whole day. */
export interface Moment {
  date: string;
  time: string | null;
  zone: string;
}

export interface IcsEvent {
  uid: string;
  /**
   * Increases with each change of the row and of the trip, because a change of the trip's dates or time zone moves all
   * events.
   */
  sequence: number;
  createdAt: string | null;
  /** When any data of the event last changed. */
  changedAt: string;
  summary: string;
  /**
   * `start` and `end` both have a time, or neither has one; `end` is the first moment after the event. null: the event
   * has no duration.
   */
  start: Moment;
  end: Moment | null;
  description: readonly (string | null)[];
  location: string | null;
  point: { lat: number; lng: number } | null;
  url: string | null;
  categories: readonly string[];
  /** Whether the person is free during the event. */
  isTransparent: boolean;
}

const UTC = new Set(["UTC", "Etc/UTC"]);

function momentLine(name: string, { date, time, zone }: Moment): string {
  if (time === null) return contentLine(`${name};VALUE=DATE`, basicDate(date));
  const first = wallInstant({ date, time }, zone);
  // Calendar apps disagree on a local time that occurs twice in a zone, so the instant is written.
  if (!UTC.has(zone) && lastWallInstant({ date, time }, zone) !== first) {
    return contentLine(name, utcStamp(first));
  }
  const value = basicDateTime(date, time);
  return UTC.has(zone) ? contentLine(name, `${value}Z`) : contentLine(`${name};TZID=${zone}`, value);
}

/** Returns the time zones and years of an event's times. */
export function zonesOf({ start, end }: IcsEvent): { zone: string; year: number }[] {
  return [start, end]
    .filter((moment) => moment !== null)
    .filter(({ time, zone }) => time !== null && !UTC.has(zone))
    .map(({ date, zone }) => ({ zone, year: Number(date.slice(0, 4)) }));
}

export function eventText(event: IcsEvent): string {
  const stamp = utcStamp(event.changedAt);
  const description = event.description.filter(Boolean).join("\n");
  return [
    contentLine("BEGIN", "VEVENT"),
    contentLine("UID", event.uid),
    // The stamp is that of the row and not the current time, so that the same plan gives the same file.
    contentLine("DTSTAMP", stamp),
    event.createdAt && contentLine("CREATED", utcStamp(event.createdAt)),
    contentLine("LAST-MODIFIED", stamp),
    contentLine("SEQUENCE", String(event.sequence)),
    momentLine("DTSTART", event.start),
    event.end && isLater(event.end, event.start) && momentLine("DTEND", event.end),
    contentLine("SUMMARY", escapeText(event.summary)),
    description && contentLine("DESCRIPTION", escapeText(description)),
    event.location && contentLine("LOCATION", escapeText(event.location)),
    event.point && contentLine("GEO", `${coordinate(event.point.lat)};${coordinate(event.point.lng)}`),
    event.url && contentLine("URL", uri(event.url)),
    event.categories.length > 0 && contentLine("CATEGORIES", event.categories.map(escapeText).join(",")),
    event.isTransparent && contentLine("TRANSP", "TRANSPARENT"),
    contentLine("END", "VEVENT"),
  ]
    .filter((line) => typeof line === "string")
    .join("");
}

/** Whether an event ends after its start, as RFC 5545 §3.8.2.2 requires. */
function isLater(end: Moment, start: Moment): boolean {
  if (end.time === null || start.time === null) return end.date > start.date;
  const instant = ({ date, zone }: Moment, time: string) => wallInstant({ date, time }, zone);
  return instant(end, end.time) > instant(start, start.time);
}

function coordinate(degrees: number): string {
  return (degrees + 0).toFixed(6).replace(/^-(0\.0+)$/, "$1");
}

/** Returns a valid URI, because a pasted URL may contain letters of all scripts. */
function uri(url: string): string {
  return URL.canParse(url) ? new URL(url).href : encodeURI(url);
}
