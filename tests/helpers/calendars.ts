import ICAL from "ical.js";

/** One event of a calendar, as a parser reads it that shares no code with our export. */
export interface ReadEvent {
  uid: string;
  summary: string;
  description: string | null;
  location: string | null;
  /** Epoch milliseconds for an event with a time; a date for an all-day event. */
  start: number | string;
  end: number | string;
  startZone: string | null;
  endZone: string | null;
  property(name: string): string | null;
}

/** Reads a calendar with the time zones that the file itself defines, and no others. */
export function readCalendar(text: string): { calendar: ICAL.Component; events: ReadEvent[] } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = new Map(
    calendar
      .getAllSubcomponents("vtimezone")
      .map(
        (component) =>
          [String(component.getFirstPropertyValue("tzid")), new ICAL.Timezone(component)] as const,
      ),
  );
  const events = calendar.getAllSubcomponents("vevent").map((component) => readEvent(component, zones));
  return { calendar, events };
}

function readEvent(component: ICAL.Component, zones: ReadonlyMap<string, ICAL.Timezone>): ReadEvent {
  const text = (name: string) => {
    const value = component.getFirstPropertyValue(name);
    return value === null ? null : String(value);
  };
  function moment(name: string): { at: number | string; zone: string | null } | null {
    const property = component.getFirstProperty(name);
    const time = property?.getFirstValue();
    if (!property || !(time instanceof ICAL.Time)) return null;
    if (time.isDate) return { at: time.toString(), zone: null };
    const zone = property.getFirstParameter("tzid") ?? null;
    if (zone === null) return { at: time.toJSDate().getTime(), zone: "UTC" };
    const known = zones.get(zone);
    if (!known) throw new Error(`${zone} has no VTIMEZONE.`);
    time.zone = known;
    return { at: time.toUnixTime() * 1000, zone };
  }
  const start = moment("dtstart");
  if (!start) throw new Error("An event has no start.");
  const end = moment("dtend");
  return {
    uid: text("uid") ?? "",
    summary: text("summary") ?? "",
    description: text("description"),
    location: text("location"),
    start: start.at,
    end: end?.at ?? start.at,
    startZone: start.zone,
    endZone: end?.zone ?? null,
    property: text,
  };
}
