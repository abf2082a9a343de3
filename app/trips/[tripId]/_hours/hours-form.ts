import type { OpeningHours } from "#lib/shared/opening-hours.ts";
import { parseTypedTime } from "#lib/shared/typed-time.ts";
import { WEEKDAYS, type Weekday } from "../_base/fields/weekdays.ts";

/** A time span as typed. */
export interface TypedSpan {
  id: number;
  opens: string;
  closes: string;
}

export type HoursForm = Readonly<Record<Weekday, readonly TypedSpan[]>>;

export const MAX_SPANS = 4;
const USUAL = { opens: "09:00", closes: "17:00" };

let lastId = 0;

export function newSpan(span = USUAL): TypedSpan {
  lastId += 1;
  return { id: lastId, opens: span.opens, closes: span.closes };
}

/** Returns the fields of the editor; unknown hours start without any span. */
export function formOf(hours: OpeningHours | null): HoursForm {
  return byDay((day) => (hours?.[day] ?? []).map(newSpan));
}

/** Adds a span: the usual hours on an empty day, else empty fields. */
export function addSpan(spans: readonly TypedSpan[]): readonly TypedSpan[] {
  if (spans.length >= MAX_SPANS) return spans;
  return [...spans, spans.length === 0 ? newSpan() : newSpan({ opens: "", closes: "" })];
}

/** Copies the hours of one day to all days. */
export function copyToAll(form: HoursForm, from: Weekday): HoursForm {
  return byDay((day) => (day === from ? form[day] : form[from].map(newSpan)));
}

export function isTime(text: string): boolean {
  return parseTypedTime(text) !== null;
}

/** Returns the hours of the form, without days that have none; null if a field is no time. */
export function hoursOf(form: HoursForm): OpeningHours | null {
  const hours: OpeningHours = {};
  for (const day of WEEKDAYS) {
    const spans = form[day].map(
      ({ opens, closes }) => [parseTypedTime(opens), parseTypedTime(closes)] as const,
    );
    const known = spans.flatMap(([opens, closes]) => (opens && closes ? [{ opens, closes }] : []));
    if (known.length < spans.length) return null;
    if (known.length > 0) hours[day] = known.toSorted((a, b) => (a.opens < b.opens ? -1 : 1));
  }
  return hours;
}

function byDay(spans: (day: Weekday) => readonly TypedSpan[]): HoursForm {
  return {
    mon: spans("mon"),
    tue: spans("tue"),
    wed: spans("wed"),
    thu: spans("thu"),
    fri: spans("fri"),
    sat: spans("sat"),
    sun: spans("sun"),
  };
}
