import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { AnswerCall } from "../chat-shapes.ts";

/* What the demo model knows of the agent's tools: their names, their inputs and their results. */

export interface TripPlace {
  lat: number;
  lng: number;
  placeRef?: string;
  address?: string;
}

export interface TripStop {
  stopId: string;
  name: string;
  startTime: string | null;
  endTime: string | null;
  category: string;
  at: Point | null;
}

export interface TripDay {
  dayId: string;
  date: string | null;
  title: string | null;
  stops: TripStop[];
}

export interface Trip {
  title: string;
  destination: string;
  dates: { startDate: string | null; endDate: string | null };
  timezone: string;
  currency: string;
  days: TripDay[];
  ideas: TripStop[];
  /** The members who have not left the trip. */
  memberIds: string[];
  /** The member who asks the agent. */
  askerId: string;
}

export interface FoundPlace {
  name: string;
  placeRef?: string;
  lat: number;
  lng: number;
  region?: string;
  distanceKm?: number;
}

export interface NewStop {
  name: string;
  dayId: string | null;
  afterStopId?: string;
  startTime?: string;
  category?: string;
  place?: TripPlace;
}

export interface StopChange {
  stopId: string;
  startTime?: string;
  endTime?: string;
}

export interface ExpenseDraft {
  title: string;
  amount: number;
  currency: string;
  payers: { memberId: string; amount: number }[];
  split: { mode: "equal"; parts: { memberId: string }[] };
}

function call(name: string, args: object): AnswerCall {
  return { name, args };
}

export const tools = {
  readTrip: () => call("read_trip", {}),
  readDay: (dayId: string) => call("read_day", { dayId }),
  readBalances: () => call("read_balances", {}),
  readHistory: (limit: number) => call("read_history", { limit }),
  searchPlaces: (query: string) => call("search_places", { query }),
  findNearby: (stopId: string, query: string) =>
    call("find_nearby", { stopId, ...(query !== "" && { query }) }),
  lookAtStop: (stopId: string) => call("look_at_street", { stopId }),
  lookAtPlace: (query: string) => call("look_at_street", { query }),
  checkTrip: () => call("check_trip", {}),
  estimateRoute: (dayId: string) => call("estimate_route", { dayId }),
  addStop: (stop: NewStop) => call("add_stop", stop),
  editStop: (change: StopChange) => call("edit_stop", change),
  moveStop: (stopId: string, dayId: string | null, afterStopId: string | null) =>
    call("move_stop", { stopId, dayId, afterStopId }),
  removeStop: (stopId: string) => call("remove_stop", { stopId }),
  writeDayNote: (dayId: string, notes: string) => call("write_day_note", { dayId, notes }),
  draftExpense: (expense: ExpenseDraft) => call("draft_expense", expense),
  addPackingItem: (text: string) => call("add_packing_item", { text }),
  previewDates: (startDate: string, endDate: string) =>
    call("preview_dates", { startDate, endDate, mode: "shift" }),
};

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a tool's result if it is an object, else an empty object; an error is a text. */
export function fieldsOf(result: unknown): Fields {
  return typeof result === "object" && result !== null && !Array.isArray(result) ? (result as Fields) : {};
}

/** Returns the elements of a list; those that are no objects become empty objects. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

export function textIn(fields: Fields, ...names: string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "";
}

/** Reads a trip from a tool's result; null if the result contains none. */
export function tripIn(result: unknown): Trip | null {
  const { trip, days, ideas, members, asker } = fieldsOf(result);
  if (!Array.isArray(days)) return null;
  const facts = fieldsOf(trip);
  return {
    title: textIn(facts, "title"),
    destination: textIn(facts, "destination"),
    dates: { startDate: textIn(facts, "startDate") || null, endDate: textIn(facts, "endDate") || null },
    timezone: textIn(facts, "timezone") || "UTC",
    currency: textIn(facts, "currency"),
    days: listOf(days).map((day) => dayIn(day, day.stops)),
    ideas: stopsIn(ideas),
    memberIds: listOf(members).flatMap((member) =>
      member.hasLeft === true || member.role === "guest" ? [] : [textIn(member, "id")],
    ),
    askerId: textIn(fieldsOf(asker), "id"),
  };
}

/** Reads the result of `read_day` in the shape of a day of the trip. */
export function readDayIn(result: unknown): TripDay & { notes: string } {
  const { day, stops } = fieldsOf(result);
  const facts = fieldsOf(day);
  return { ...dayIn(facts, stops), notes: textIn(facts, "notes") };
}

function dayIn(fields: Fields, stops: unknown): TripDay {
  return {
    dayId: textIn(fields, "id"),
    date: textIn(fields, "date") || null,
    title: textIn(fields, "title") || null,
    stops: stopsIn(stops),
  };
}

/** Matches a stop of a long trip in one text line: id, time, time zone if any, name, [category] and @lat,lng. */
const LINE =
  /^(?<id>\S+) (?:(?<time>(?:until )?\d\d:\d\d(?:-\d\d:\d\d)?) (?:[A-Z]\w+\/[\w/+-]+ )?)?(?<name>.*?)(?: \[(?<category>[a-z]+)\])?(?: @(?<lat>[-\d.]+),(?<lng>[-\d.]+))?$/;

function stopsIn(value: unknown): TripStop[] {
  return (Array.isArray(value) ? value : []).map((stop: unknown) => {
    if (typeof stop !== "string") return stopIn(fieldsOf(stop));
    const { lat, lng, ...fields } = LINE.exec(stop)?.groups ?? {};
    return stopIn({ ...fields, at: [Number(lat), Number(lng)] });
  });
}

function stopIn(fields: Fields): TripStop {
  const time = /^(?:until )?(?<from>\d\d:\d\d)(?:-(?<to>\d\d:\d\d))?$/.exec(textIn(fields, "time"));
  const { from = null, to = null } = time?.groups ?? {};
  const isEnd = textIn(fields, "time").startsWith("until");
  return {
    stopId: textIn(fields, "id"),
    name: textIn(fields, "name"),
    startTime: isEnd ? null : from,
    endTime: isEnd ? from : to,
    category: textIn(fields, "category"),
    at: pointIn(fields.at),
  };
}

function pointIn(value: unknown): Point | null {
  const [lat, lng]: unknown[] = Array.isArray(value) ? value : [];
  const isPoint = typeof lat === "number" && typeof lng === "number" && !Number.isNaN(lat + lng);
  return isPoint ? { lat, lng } : null;
}

/**
 * Reads the places from the result of a search.
 * @param around - stops of the trip; a place's distance is measured from the nearest one
 */
export function placesIn(result: unknown, around: readonly TripStop[] = []): FoundPlace[] {
  const points = around.flatMap(({ at }) => at ?? []);
  return listOf(fieldsOf(result).places)
    .filter(({ lat, lng }) => typeof lat === "number" && typeof lng === "number")
    .map((place) => {
      const { lat, lng, metersAway } = place;
      const at = { lat: Number(lat), lng: Number(lng) };
      const meters = points.map((point) => distanceMeters(point, at));
      const nearest = typeof metersAway === "number" ? metersAway : Math.min(...meters);
      return {
        lat: at.lat,
        lng: at.lng,
        name: textIn(place, "name"),
        placeRef: textIn(place, "placeRef") || undefined,
        region: textIn(place, "region", "address") || undefined,
        distanceKm: Number.isFinite(nearest) ? nearest / 1000 : undefined,
      };
    });
}

export type WriteOutcome = "done" | "proposed" | { refused: string };

/**
 * Returns the outcome of a write. A call by a member who may not write becomes a proposal; a draft is never written.
 */
export function writeOutcomeIn(result: unknown): WriteOutcome {
  const fields = fieldsOf(result);
  const summary = textIn(fields, "summary");
  if (fields.ok !== true && fields.isRecorded !== false) {
    return { refused: summary || (typeof result === "string" ? result : "") };
  }
  return summary.startsWith("Proposed, not written yet") ? "proposed" : "done";
}
