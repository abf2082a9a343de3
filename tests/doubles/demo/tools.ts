import type { AnswerCall } from "../chat-shapes.ts";

/* All that is known of the agent's tools: their names, what they take and what they answer. */

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
  draftExpense: (expense: { title: string; amount: number; currency: string }) =>
    call("draft_expense", expense),
  addPackingItem: (text: string) => call("add_packing_item", { text }),
  previewDates: (startDate: string, endDate: string) =>
    call("preview_dates", { startDate, endDate, mode: "shift" }),
};

export type Fields = Readonly<Record<string, unknown>>;

/** What a tool answered, as far as it is an object; an error is a text. */
export function fieldsOf(result: unknown): Fields {
  return typeof result === "object" && result !== null && !Array.isArray(result) ? (result as Fields) : {};
}

/** The objects of a list. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

export function textIn(fields: Fields, ...names: string[]): string {
  const found = names.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "";
}

/** null where no trip came. */
export function tripIn(result: unknown): Trip | null {
  const fields = fieldsOf(result);
  const trip = Array.isArray(fields.days) ? fields : fieldsOf(fields.trip);
  if (!Array.isArray(trip.days)) return null;
  const dates = fieldsOf(trip.dates);
  return {
    title: textIn(trip, "title"),
    destination: textIn(trip, "destination") || textIn(fieldsOf(trip.destination), "name"),
    dates: {
      startDate: textIn(dates, "startDate", "start") || null,
      endDate: textIn(dates, "endDate", "end") || null,
    },
    timezone: textIn(trip, "timezone") || "UTC",
    currency: textIn(trip, "currency"),
    days: listOf(trip.days).map(dayIn),
    ideas: listOf(trip.ideas).map(stopIn),
  };
}

/** What `read_day` answers, in the same shape as the days of a trip. */
export function readDayIn(result: unknown): TripDay & { notes: string } {
  const fields = fieldsOf(result);
  const day = Array.isArray(fields.stops) ? fields : fieldsOf(fields.day);
  return { ...dayIn(day), notes: textIn(day, "notes") };
}

function dayIn(fields: Fields): TripDay {
  return {
    dayId: textIn(fields, "dayId", "id"),
    date: textIn(fields, "date") || null,
    title: textIn(fields, "title") || null,
    stops: listOf(fields.stops).map(stopIn),
  };
}

function stopIn(fields: Fields): TripStop {
  return {
    stopId: textIn(fields, "stopId", "id"),
    name: textIn(fields, "name"),
    startTime: textIn(fields, "startTime") || null,
    endTime: textIn(fields, "endTime") || null,
    category: textIn(fields, "category"),
  };
}

export function placesIn(result: unknown): FoundPlace[] {
  return listOf(fieldsOf(result).places)
    .filter(({ lat, lng }) => typeof lat === "number" && typeof lng === "number")
    .map((place) => ({
      name: textIn(place, "name"),
      placeRef: textIn(place, "placeRef") || undefined,
      lat: Number(place.lat),
      lng: Number(place.lng),
      region: textIn(place, "region", "address") || undefined,
      distanceKm: typeof place.distanceKm === "number" ? place.distanceKm : undefined,
    }));
}

export type Written = "done" | "proposed" | { refused: string };

/** What became of a write. Whoever may not write has made a proposal by it. */
export function writtenIn(result: unknown): Written {
  const fields = fieldsOf(result);
  if (fields.ok !== true) return { refused: textIn(fields, "summary", "message") || refusalIn(result) };
  return Object.keys(fields).some((name) => /^(?:suggest|propos)/i.test(name)) ? "proposed" : "done";
}

function refusalIn(result: unknown): string {
  return typeof result === "string" ? result : "";
}
