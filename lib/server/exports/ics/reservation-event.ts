import { formatClearMoney } from "#lib/shared/money.ts";
import { isTravel } from "#lib/shared/reservation-kinds.ts";
import type { LocalTime, NamedPlace, ReservationDto } from "#lib/shared/reservations.ts";
import type { ExportPlan } from "../export-plan.ts";
import type { IcsEvent } from "./event.ts";
import { type ReservationPart, reservationParts } from "./reservation-parts.ts";

/** Returns the events of a reservation; none while its time is unknown. */
export function reservationEvents(plan: ExportPlan, reservation: ReservationDto): IcsEvent[] {
  return reservationParts(reservation).map((part) => eventOf(plan, reservation, part));
}

function eventOf(
  plan: ExportPlan,
  reservation: ReservationDto,
  { part, ...times }: ReservationPart,
): IcsEvent {
  const { kind, from, to, title } = reservation;
  const isEnd = part === "end";
  const spotOf = isTravel(kind) && isEnd ? to : from;
  return {
    uid: `reservation-${reservation.id}${isEnd ? "-end" : ""}@wayfare`,
    sequence: reservation.version + plan.trip.version,
    createdAt: reservation.createdAt,
    changedAt: reservation.updatedAt,
    summary: part === "whole" ? title : plan.words.ends[endsOf(kind)][part](title),
    ...times,
    description: description(plan, reservation),
    location:
      isTravel(kind) && part === "whole" && from && to
        ? `${spot(from)} → ${spot(to)}`
        : spotOf && address(spotOf),
    point:
      spotOf?.lat !== undefined && spotOf.lng !== undefined ? { lat: spotOf.lat, lng: spotOf.lng } : null,
    url: reservation.url ?? plan.url,
    categories: [plan.words.kinds[kind]],
  };
}

function endsOf(kind: ReservationDto["kind"]): keyof ExportPlan["words"]["ends"] {
  if (isTravel(kind)) return "travel";
  if (kind === "lodging") return "stay";
  return kind === "car" ? "car" : "other";
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

/**
 * Returns a text such as `2026-11-14 18:40 (Asia/Tokyo)`; each end is in its own time zone, regardless of the reader's.
 */
function told(end: LocalTime): string {
  return `${end.local.replace("T", " ")} (${end.zone})`;
}

function spot({ name, code }: NamedPlace): string {
  return code ? `${name} (${code})` : name;
}

function address(place: NamedPlace): string {
  return place.address ? `${place.name}, ${place.address}` : place.name;
}
