import { addDays } from "#lib/shared/dates.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import { earliestInstant, isStartBeforeEnd } from "#lib/shared/reservation-times.ts";
import type { NamedPlace, NewReservation, ReservationKind } from "#lib/shared/reservations.ts";
import { isSameWallTime } from "../_model/wall-time.ts";
import { cleanText } from "../_base/text/typed-text.ts";
import { timesAtPlace, localTime } from "./start-and-end.ts";

/** One end in the form; date and time may be empty. */
export interface StartOrEndForm {
  date: string;
  time: string;
  zone: string;
}

export interface BookingForm {
  kind: ReservationKind;
  /** The number of a journey such as a flight, else the name. */
  name: string;
  from: string;
  to: string;
  /** The places that were picked for the texts `from` and `to`; null for a text that was typed only. */
  places: { from: PickedPlace | null; to: PickedPlace | null };
  start: StartOrEndForm;
  end: StartOrEndForm;
  confirmation: string;
}

/** A picked place as the reservation stores it, with its time zone. */
export interface PickedPlace {
  place: NamedPlace;
  zone: string | null;
}

/** What a new form depends on. */
export interface NewBookingContext {
  /** The day in view, else the trip's first day; "" without dates. */
  date: string;
  /** The first and the last day of the trip; null without dates. */
  firstDate: string | null;
  lastDate: string | null;
  zoneOn: (date: string) => string;
  /** The user's present time zone, where journeys to and from the trip start and end. */
  home: string;
}

/**
 * Returns an empty form with preselected dates and zones: those of the day, or the user's own zone for flights on the
 * first and last day.
 */
export function emptyForm(
  kind: ReservationKind,
  { date, zoneOn, home, ...scene }: NewBookingContext,
): BookingForm {
  const zone = zoneOn(date);
  const endDate = kind === "lodging" && date !== "" ? addDays(date, 1) : isTravel(kind) ? date : "";
  const isFlight = kind === "flight" && date !== "" && scene.firstDate !== scene.lastDate;
  const isThere = isFlight && date === scene.firstDate;
  const isBack = isFlight && date === scene.lastDate;
  return {
    kind,
    name: "",
    from: "",
    to: "",
    places: { from: null, to: null },
    start: { date, time: "", zone: isThere ? home : zone },
    end: { date: endDate, time: "", zone: isBack ? home : zoneOn(endDate || date) },
    confirmation: "",
  };
}

/** Whether the form contains typed input. Dates and zones do not count, since they are easily chosen again. */
export function hasTypedInput({ name, from, to, confirmation, start, end }: BookingForm): boolean {
  return [name, from, to, confirmation, start.time, end.time].some((text) => text.trim() !== "");
}

/**
 * Returns the form for another kind. Values for which the new kind has no field are preserved, in case the user
 * changes back.
 */
export function withKind(form: BookingForm, kind: ReservationKind, scene: NewBookingContext): BookingForm {
  const fresh = emptyForm(kind, { ...scene, date: form.start.date });
  const end = form.end.date === "" || form.end.date <= form.start.date ? fresh.end : form.end;
  return { ...form, kind, end };
}

/** Sets the start; an end that would be before it moves along. */
export function withStart(form: BookingForm, start: StartOrEndForm): BookingForm {
  if (start.date === "" || form.end.date === "" || form.end.date >= start.date) return { ...form, start };
  const date = form.kind === "lodging" ? addDays(start.date, 1) : start.date;
  return { ...form, start, end: { ...form.end, date } };
}

/** Sets the text of a place, which then is no longer the picked place. */
export function withPlaceText(form: BookingForm, which: "from" | "to", text: string): BookingForm {
  return { ...form, [which]: text, places: { ...form.places, [which]: null } };
}

/** Sets a picked place and its text. Ends at this place without a time get its time zone. */
export function withPlace(
  form: BookingForm,
  which: "from" | "to",
  picked: PickedPlace,
  text: string,
): BookingForm {
  const next = { ...form, [which]: text, places: { ...form.places, [which]: picked } };
  for (const end of timesAtPlace(form.kind, which)) {
    if (picked.zone !== null && form[end].time === "") next[end] = { ...form[end], zone: picked.zone };
  }
  return next;
}

/**
 * Returns the time zone of a picked place if an entered time at this place has another zone with another time, else
 * null.
 */
export function differingPlaceZone(form: BookingForm, which: "from" | "to"): string | null {
  const zone = form.places[which]?.zone ?? null;
  if (zone === null) return null;
  const differs = timesAtPlace(form.kind, which).some((end) => {
    const { date, time, zone: own } = form[end];
    const at = time === "" ? null : localTime(date, time, own);
    return at !== null && !isSameWallTime(own, zone, earliestInstant(at));
  });
  return differs ? zone : null;
}

/** Sets the time zone of a picked place for all ends at this place. */
export function withPlaceZone(form: BookingForm, which: "from" | "to"): BookingForm {
  const zone = form.places[which]?.zone;
  if (!zone) return form;
  const next = { ...form };
  for (const end of timesAtPlace(form.kind, which)) next[end] = { ...form[end], zone };
  return next;
}

export type FormProblem = "name" | "way" | "order" | "start";

/** Functions that make a title of the two places of a journey. */
interface TitleWords {
  way: (from: string, to: string) => string;
  from: (from: string) => string;
  to: (to: string) => string;
}

/** Returns the reservation that the form describes, or what is missing. */
export function readForm(
  form: BookingForm,
  words: TitleWords,
): { booking: NewReservation } | { problem: FormProblem } {
  const { kind } = form;
  const [name, from, to] = [form.name, form.from, form.to].map(plain);
  const title = isTravel(kind) ? wayTitle(name ?? "", from ?? "", to ?? "", words) : (name ?? "");
  if (title === "") return { problem: isTravel(kind) ? "way" : "name" };
  const start = localTime(form.start.date, form.start.time || null, form.start.zone);
  const end = localTime(form.end.date, form.end.time || null, form.end.zone);
  if (end && !start) return { problem: "start" };
  if (start && end && !isStartBeforeEnd(start, end)) return { problem: "order" };
  const confirmation = plain(form.confirmation);
  return {
    booking: {
      kind,
      title: title.slice(0, 200),
      start,
      end,
      from: form.places.from?.place ?? readPlace(from ?? ""),
      to: isTravel(kind) || kind === "car" ? (form.places.to?.place ?? readPlace(to ?? "")) : null,
      confirmation: confirmation || null,
    },
  };
}

function plain(text: string): string {
  return cleanText(text, { oneLine: true });
}

/** Returns a title such as "Helsinki to Osaka, AY 67". */
function wayTitle(number: string, from: string, to: string, words: TitleWords): string {
  const [here, there] = [readPlace(from)?.name ?? "", readPlace(to)?.name ?? ""];
  const way = here && there ? words.way(here, there) : here ? words.from(here) : there ? words.to(there) : "";
  return [way, number].filter(Boolean).join(", ");
}

const CODE = /^(.*?\S)\s*[(（]([A-Za-z0-9]{2,8})[)）]$/;

/** Reads a place such as "Tokyo (HND)" into name and code; a code alone is also the name. */
export function readPlace(text: string): NamedPlace | null {
  if (text === "") return null;
  const [, name, code] = CODE.exec(text) ?? [];
  if (name && code) return { name: name.slice(0, 200), code: code.toUpperCase() };
  return /^[A-Z]{3}$/.test(text) ? { name: text, code: text } : { name: text.slice(0, 200) };
}

/**
 * Returns a found place as a reservation stores it.
 * @param address the address without the place's name
 */
export function namedPlace({ name, lat, lng, code }: PlaceDto, address: string): NamedPlace {
  return {
    name: name.slice(0, 200),
    lat,
    lng,
    ...(address !== "" && { address }),
    ...(code !== undefined && code.length <= 8 && { code }),
  };
}
