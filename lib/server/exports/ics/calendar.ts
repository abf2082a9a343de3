import type { ExportPlan } from "../export-plan.ts";
import { contentLine, escapeText } from "./content-line.ts";
import { eventText, type IcsEvent, zonesOf } from "./event.ts";
import { dayEvent, stopEvent } from "./plan-events.ts";
import { reservationEvents } from "./reservation-event.ts";
import { timeZoneText } from "./zone.ts";

/** The interval after which a calendar app may refresh. */
const REFRESH = "PT1H";

/**
 * Returns the plan as iCalendar (RFC 5545): each day as a whole-day event that lists the stops without a time; each
 * stop with a time; and each reservation as one event, or as one for each end, in the time zone of that end. The same
 * plan always gives the same text.
 */
export function icsCalendar(plan: ExportPlan): string {
  const { trip, days } = plan;
  const events = [
    ...days.map((day) => dayEvent(plan, day)),
    ...days.flatMap((day) => day.stops.flatMap((stop) => stopEvent(plan, day, stop) ?? [])),
    ...plan.reservations.flatMap((reservation) => reservationEvents(plan, reservation)),
  ];
  return [
    contentLine("BEGIN", "VCALENDAR"),
    contentLine("VERSION", "2.0"),
    contentLine("PRODID", "-//Wayfare//Trip//EN"),
    contentLine("CALSCALE", "GREGORIAN"),
    contentLine("NAME", escapeText(trip.title)),
    contentLine("X-WR-CALNAME", escapeText(trip.title)),
    contentLine("X-WR-TIMEZONE", trip.timezone),
    contentLine("REFRESH-INTERVAL;VALUE=DURATION", REFRESH),
    contentLine("X-PUBLISHED-TTL", REFRESH),
    ...timeZones(events),
    ...events.map(eventText),
    contentLine("END", "VCALENDAR"),
  ].join("");
}

function timeZones(events: readonly IcsEvent[]): string[] {
  const byZone = Map.groupBy(events.flatMap(zonesOf), ({ zone }) => zone);
  return [...byZone].map(([zone, uses]) => {
    // Neighbouring years are included, because a year ends at different instants in different time zones.
    const years = new Set(uses.flatMap(({ year }) => [year - 1, year, year + 1]));
    return timeZoneText(
      zone,
      [...years].toSorted((a, b) => a - b),
    );
  });
}
