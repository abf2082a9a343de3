import type { DayDto } from "#lib/shared/days.ts";
import type { FeedScope } from "#lib/shared/feeds.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import { compareStops } from "#lib/shared/stop-order.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Locale } from "../auth/locale.ts";
import { EXPORT_LABELS, type ExportLabels } from "./labels.ts";

export interface PlanDay {
  day: DayDto;
  /** The day's number, from 1. */
  number: number;
  stops: StopDto[];
}

/** The plan in the order and the language of an exported file. */
export interface ExportPlan {
  trip: TripDto;
  days: PlanDay[];
  ideas: StopDto[];
  reservations: ReservationDto[];
  words: ExportLabels;
  locale: Locale;
  /** The URL of the trip's page. */
  url: string;
  /** Returns the names of the participants; null: everyone. */
  whoIn: (participants: readonly string[] | null) => string | null;
  /** Returns the IANA name of the time zone of the stop's times. */
  zoneOf: (stop: StopDto) => string;
}

export interface PlanOptions {
  locale: Locale;
  baseUrl: string;
  scope?: FeedScope | undefined;
  /** The member to whom the scope `mine` refers. */
  memberId?: string | null | undefined;
}

export function exportPlan(trip: TripDto, { locale, baseUrl, scope, memberId }: PlanOptions): ExportPlan {
  const words = EXPORT_LABELS[locale];
  const isMine = ({ participants }: { participants: string[] | null }) =>
    scope !== "mine" || participants === null || participants.some((id) => id === memberId);
  const stops = trip.stops.filter(isMine).toSorted(compareStops);
  const byDay = Map.groupBy(stops, ({ dayId }) => dayId);
  const zones = new Map(trip.days.map(({ id, timezone }) => [id, timezone]));
  const names = new Map(trip.members.map(({ id, name }) => [id, name]));
  return {
    trip,
    days: trip.days.map((day, index) => ({ day, number: index + 1, stops: byDay.get(day.id) ?? [] })),
    ideas: byDay.get(null) ?? [],
    reservations: trip.reservations.filter(isMine),
    words,
    locale,
    url: `${baseUrl}/trips/${trip.id}`,
    whoIn: (participants) =>
      participants && participants.map((id) => names.get(id) ?? "?").join(words.listed),
    zoneOf: ({ timezone, dayId }) => timezone ?? zones.get(dayId ?? "") ?? trip.timezone,
  };
}
