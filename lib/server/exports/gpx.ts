import { wallInstant } from "#lib/shared/wall-clock.ts";
import type { Place, StopDto } from "#lib/shared/stops.ts";
import type { ExportPlan, PlanDay } from "./export-plan.ts";
import { WAYFARE_CREATOR, WAYFARE_NAMESPACE, WAYFARE_PREFIX, wayfareValues } from "./wayfare-values.ts";
import { element, textElement, type Xml, xmlDocument } from "./xml.ts";

const NAMESPACES = {
  xmlns: "http://www.topografix.com/GPX/1/1",
  "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
  "xmlns:wayfare": WAYFARE_NAMESPACE,
  "xsi:schemaLocation": "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd",
};

type Placed = StopDto & { place: Place };

function placed(stops: readonly StopDto[]): Placed[] {
  return stops.filter((stop): stop is Placed => stop.place !== null);
}

/** Returns the plan as GPX 1.1: every stop with a place as a waypoint, and each day as a track from stop to stop. */
export function gpxDocument(plan: ExportPlan): string {
  const { trip, days, ideas, words, url } = plan;
  const planned = days.flatMap((day) =>
    placed(day.stops).map((stop) => waypoint(plan, stop, words.day(day.number), day)),
  );
  const root = element(
    "gpx",
    { version: "1.1", creator: WAYFARE_CREATOR, ...NAMESPACES },
    element("metadata", {}, element("name", {}, trip.title), element("link", { href: url })),
    ...planned,
    ...placed(ideas).map((stop) => waypoint(plan, stop, words.ideas, null)),
    ...days.map((day) => track(plan, day)),
  );
  return xmlDocument(root);
}

/** Returns a waypoint with its elements in the order that the schema requires. */
function waypoint(plan: ExportPlan, stop: Placed, where: string, day: PlanDay | null): Xml {
  return element(
    "wpt",
    { lat: stop.place.lat, lon: stop.place.lng },
    day && textElement("time", instantOf(plan, stop, day.day.date)),
    element("name", {}, stop.name),
    textElement("cmt", stop.place.address),
    textElement("desc", stop.notes),
    textElement("src", where),
    stop.url === null ? null : element("link", { href: stop.url }),
    element("type", {}, plan.words.categories[stop.category]),
    extensions(wayfareValues(plan, stop, day?.day.date ?? null)),
  );
}

/** Returns the element in which the schema allows elements of other namespaces. */
function extensions(values: ReadonlyArray<readonly [string, string]>): Xml | null {
  if (values.length === 0) return null;
  return element(
    "extensions",
    {},
    ...values.map(([name, value]) => element(`${WAYFARE_PREFIX}${name}`, {}, value)),
  );
}

/** Returns the instant of a stop, because GPX has no local times; null for a stop without a time. */
function instantOf(plan: ExportPlan, stop: StopDto, date: string): string | null {
  if (stop.startTime === null) return null;
  return new Date(wallInstant({ date, time: stop.startTime }, plan.zoneOf(stop))).toISOString();
}

function track({ words }: ExportPlan, { day, number, stops }: PlanDay): Xml | null {
  const points = placed(stops);
  if (points.length < 2) return null;
  return element(
    "trk",
    {},
    element("name", {}, `${words.day(number)} · ${day.title || day.date}`),
    textElement("desc", day.notes),
    element("trkseg", {}, ...points.map(({ place }) => element("trkpt", { lat: place.lat, lon: place.lng }))),
  );
}
