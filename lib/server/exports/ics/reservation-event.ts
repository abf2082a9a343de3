import { addDays } from "#lib/shared/dates.ts";
import { formatClearMoney } from "#lib/shared/money.ts";
import { dateSpan } from "#lib/shared/reservation-days.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import { localClock, localDate } from "#lib/shared/reservation-times.ts";
import type { LocalTime, NamedPlace, ReservationDto } from "#lib/shared/reservations.ts";
import type { ExportPlan } from "../export-plan.ts";
import type { IcsEvent, Moment } from "./event.ts";

/** Null: nobody knows when it is. */
export function reservationEvent(plan: ExportPlan, reservation: ReservationDto): IcsEvent | null {
  const times = timesOf(reservation);
  if (!times) return null;
  const { kind, from, to } = reservation;
  return {
    uid: `reservation-${reservation.id}@wayfare`,
    sequence: reservation.version,
    createdAt: reservation.createdAt,
    changedAt: reservation.updatedAt,
    summary: reservation.title,
    ...times,
    description: description(plan, reservation),
    location: isTravel(kind) && from && to ? `${spot(from)} → ${spot(to)}` : from && address(from),
    point: from?.lat !== undefined && from.lng !== undefined ? { lat: from.lat, lng: from.lng } : null,
    url: reservation.url ?? plan.url,
    categories: [plan.words.kinds[kind]],
    isTransparent: kind === "lodging",
  };
}

/**
 * Lodging takes whole days, from the check-in's date to the check-out's; so does what has a date only at its first end.
 * An event has both ends with a time or both without, so a last date without a time ends no event of some hours.
 */
function timesOf(reservation: ReservationDto): Pick<IcsEvent, "start" | "end"> | null {
  const { kind, start, end } = reservation;
  const span = dateSpan(reservation);
  if (!start || !span) return null;
  if (kind === "lodging") {
    const nextDay = addDays(span.first, 1);
    return wholeDays(start.zone, span.first, span.last > span.first ? span.last : nextDay);
  }
  const isTimed = localClock(start) !== null;
  if (isTimed && end && localClock(end) !== null) return { start: moment(start), end: moment(end) };
  if (isTimed && span.first === span.last) return { start: moment(start), end: null };
  return wholeDays(start.zone, span.first, addDays(span.last, 1));
}

/** `end` is the first date after it. */
function wholeDays(zone: string, first: string, end: string): Pick<IcsEvent, "start" | "end"> {
  return { start: { date: first, time: null, zone }, end: { date: end, time: null, zone } };
}

function moment(end: LocalTime): Moment {
  return { date: localDate(end), time: localClock(end), zone: end.zone };
}

function description(plan: ExportPlan, reservation: ReservationDto): (string | null)[] {
  const { words } = plan;
  const { kind, start, end, confirmation, provider, contact, cost, notes, url } = reservation;
  const [first, last] = kind === "lodging" ? [words.checkIn, words.checkOut] : [words.departs, words.arrives];
  const tellsEnds = kind === "lodging" || isTravel(kind);
  const who = plan.whoIn(reservation.participants);
  return [
    tellsEnds && start ? first(told(start)) : null,
    tellsEnds && end ? last(told(end)) : null,
    provider,
    confirmation && words.confirmation(confirmation),
    contact && words.contact(contact),
    cost && words.cost(formatClearMoney(cost, plan.locale)),
    who && words.who(who),
    notes,
    url,
  ];
}

/** `2026-11-14 18:40 (Asia/Tokyo)`: each end in its own zone, wherever the reader is. */
function told(end: LocalTime): string {
  return `${end.local.replace("T", " ")} (${end.zone})`;
}

function spot({ name, code }: NamedPlace): string {
  return code ? `${name} (${code})` : name;
}

function address(place: NamedPlace): string {
  return place.address ? `${place.name}, ${place.address}` : place.name;
}
