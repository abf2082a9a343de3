import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { ExportPlan } from "./export-plan.ts";
import { WAYFARE_PREFIX, wayfareValues } from "./wayfare-values.ts";
import { element, textElement, type Xml, xmlDocument } from "./xml.ts";

/**
 * Returns the plan as KML 2.2: a folder for each day, one for Ideas and one for reservations. A row without coordinates
 * has no placemark.
 */
export function kmlDocument(plan: ExportPlan): string {
  const { trip, days, ideas, words, reservations } = plan;
  const folders = [
    ...days.map(({ day, number, stops }) =>
      folder(
        `${words.day(number)} · ${day.title || day.date}`,
        day.notes,
        stops.map((stop) => stopMark(plan, stop, day.date)),
      ),
    ),
    folder(
      words.ideas,
      null,
      ideas.map((stop) => stopMark(plan, stop, null)),
    ),
    folder(
      words.bookings,
      null,
      reservations.map((reservation) => bookingMark(plan, reservation)),
    ),
  ];
  return xmlDocument(
    element(
      "kml",
      { xmlns: "http://www.opengis.net/kml/2.2" },
      element("Document", {}, element("name", {}, trip.title), ...folders),
    ),
  );
}

function folder(name: string, description: string | null, marks: readonly (Xml | null)[]): Xml | null {
  const there = marks.filter((mark) => mark !== null);
  if (there.length === 0 && !description) return null;
  return element("Folder", {}, element("name", {}, name), textElement("description", description), ...there);
}

function stopMark(plan: ExportPlan, stop: StopDto, date: string | null): Xml | null {
  if (!stop.place) return null;
  const { words } = plan;
  // An import reads these texts from elements of their own, because the description mixes them for readers.
  const texts: Array<[string, string | null]> = [
    ["notes", stop.notes],
    ["url", stop.url],
  ];
  const own = [...wayfareValues(plan, stop, date), ...texts].map(
    ([name, value]) => [`${WAYFARE_PREFIX}${name}`, value] as const,
  );
  const times = [stop.startTime, stop.endTime].filter(Boolean).join(" – ");
  return element(
    "Placemark",
    {},
    element("name", {}, stop.name),
    textElement("address", stop.place.address),
    textElement("description", [times, stop.notes, stop.url].filter(Boolean).join("\n")),
    // The date of the stop's day without a time, because a time in KML is an instant.
    date && element("TimeStamp", {}, element("when", {}, date)),
    extended({
      category: words.categories[stop.category],
      [`${WAYFARE_PREFIX}is`]: "stop",
      ...Object.fromEntries(own),
    }),
    point(stop.place),
  );
}

function bookingMark({ words }: ExportPlan, reservation: ReservationDto): Xml | null {
  const { from, start, confirmation, provider, notes, url } = reservation;
  if (from?.lat === undefined || from.lng === undefined) return null;
  const lines = [from.name, provider, confirmation && words.confirmation(confirmation), notes, url];
  return element(
    "Placemark",
    {},
    element("name", {}, reservation.title),
    textElement("address", from.address),
    textElement("description", lines.filter(Boolean).join("\n")),
    start && element("TimeStamp", {}, element("when", {}, start.local.slice(0, 10))),
    extended({ category: words.kinds[reservation.kind], [`${WAYFARE_PREFIX}is`]: "booking" }),
    point({ lat: from.lat, lng: from.lng }),
  );
}

function extended(values: Readonly<Record<string, string | null>>): Xml {
  const data = Object.entries(values).map(
    ([name, value]) => value !== null && element("Data", { name }, element("value", {}, value)),
  );
  return element("ExtendedData", {}, ...data);
}

/** Returns a point, which has the longitude first. */
function point({ lat, lng }: { lat: number; lng: number }): Xml {
  return element("Point", {}, element("coordinates", {}, `${lng},${lat}`));
}
