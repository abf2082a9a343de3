import type { RESERVATION_KINDS } from "#lib/shared/reservation-kinds.ts";
import type { ListKind, ListResource } from "#lib/shared/resources/list-resources.ts";
import type { TemplateMoney } from "./template-money.ts";

export type Bilingual = { en: string; zh: string };

type StopCategory =
  | "sight"
  | "food"
  | "cafe"
  | "bar"
  | "shopping"
  | "nature"
  | "museum"
  | "activity"
  | "lodging"
  | "transport"
  | "other";

export type TemplateDay = { title: Bilingual; notes: Bilingual | null };

export type TemplateStop = {
  /** Index into `days`; null stands for Ideas. */
  dayIndex: number | null;
  name: Bilingual;
  place: { lat: number; lng: number; address: string | null };
  category: StopCategory;
  /** Wall time "HH:mm" in the destination's zone. */
  startTime: string | null;
  endTime: string | null;
  notes: Bilingual | null;
  url: string | null;
  /** Minor units of the trip's currency, for the owner and every companion together. */
  costAmount: number | null;
  /** How many of the companions vote for the stop. */
  votes: number;
};

/** One end of a reservation, on a day of the trip. */
export type TemplateReservationEnd = {
  dayIndex: number;
  /** Wall time "HH:mm"; null while it is unknown. */
  time: string | null;
  /** The time zone of this end of the reservation; absent: the destination's. */
  timezone?: string;
};

type TemplatePlace = { name: Bilingual; lat: number; lng: number; address?: string; code?: string };

export type TemplateReservation = {
  kind: (typeof RESERVATION_KINDS)[number];
  title: Bilingual;
  start: TemplateReservationEnd;
  end: TemplateReservationEnd | null;
  from: TemplatePlace;
  to: TemplatePlace | null;
  confirmation: string | null;
  provider: string | null;
  contact: string | null;
  url: string | null;
  notes: Bilingual | null;
  /** Minor units of the trip's currency, for the owner and every companion together. */
  costAmount: number | null;
  /** Index into `stops`; null: the reservation is for no stop. */
  stopIndex: number | null;
};

/** A reservation that names its stop in English. */
export type ReservationWithStopName = Omit<TemplateReservation, "stopIndex"> & { stop: string | null };

export type TemplateDecision = {
  title: Bilingual;
  notes: Bilingual | null;
  /** Indexes into `stops`. */
  candidates: number[];
  /** How many days before the trip's first day the decision closes, in the evening. */
  daysBefore: number;
  /** Index of the day that the winner moves to. */
  dayIndex: number;
};

/** A decision that names its candidates in English. */
export type DecisionWithCandidateNames = Omit<TemplateDecision, "candidates"> & { candidates: string[] };

export type TemplateItem = {
  list: "packing" | "todo";
  section: Bilingual | null;
  text: Bilingual;
  /** The key of a companion; null: nobody is assigned. */
  assignee: string | null;
  /** How many days before the trip's first day the item is due. */
  daysBefore: number | null;
  isDone: boolean;
};

/** A row of a list resource: each text in English and in Chinese, or one text for both languages. */
type TemplateRow<K extends ListKind> = Readonly<
  Record<ListResource<K>["fields"][number], Bilingual | string | null>
>;

type TemplateComment = {
  /** Index into `stops`; null: the comment is about the trip itself, unless it is about a reservation. */
  stopIndex: number | null;
  /** Index into `reservations`. */
  reservationIndex: number | null;
  /** The key of the companion who writes the comment. */
  author: string;
  body: Bilingual;
};

export type TripTemplate = {
  title: Bilingual;
  destination: { name: Bilingual; lat: number; lng: number; timezone: string; countryCode: string };
  currency: string;
  days: TemplateDay[];
  stops: TemplateStop[];
  reservations: TemplateReservation[];
  decisions: TemplateDecision[];
  items: TemplateItem[];
  comments: TemplateComment[];
  /** The rows of each list resource, in order, by kind. */
  lists: { readonly [K in ListKind]: readonly TemplateRow<K>[] };
  companions: { key: string; name: string }[];
  money: TemplateMoney;
};

/** A comment that names its target in English, so that another order of the file can't move it to another target. */
export type CommentWithTargetName = {
  stop: string | null;
  reservation?: string;
  author: string;
  body: Bilingual;
};

/**
 * Replaces the target's name in each comment by its index; throws when no stop or reservation has that English name.
 */
export function resolveCommentTargets(
  stops: readonly TemplateStop[],
  reservations: readonly Pick<TemplateReservation, "title">[],
  comments: readonly CommentWithTargetName[],
): TemplateComment[] {
  const titles = reservations.map(({ title }) => title.en);
  return comments.map(({ stop, reservation = null, author, body }) => ({
    stopIndex: findStopIndex(stops, stop),
    reservationIndex: reservation === null ? null : indexOf(titles, reservation, "reservation"),
    author,
    body,
  }));
}

export function resolveReservationStops(
  stops: readonly TemplateStop[],
  reservations: readonly ReservationWithStopName[],
): TemplateReservation[] {
  return reservations.map(({ stop, ...rest }) => ({ ...rest, stopIndex: findStopIndex(stops, stop) }));
}

export function resolveDecisionCandidates(
  stops: readonly TemplateStop[],
  decisions: readonly DecisionWithCandidateNames[],
): TemplateDecision[] {
  const names = stops.map(({ name }) => name.en);
  return decisions.map(({ candidates, ...rest }) => ({
    ...rest,
    candidates: candidates.map((name) => indexOf(names, name, "stop")),
  }));
}

function findStopIndex(stops: readonly TemplateStop[], name: string | null): number | null {
  if (name === null) return null;
  const names = stops.map((stop) => stop.name.en);
  return indexOf(names, name, "stop");
}

function indexOf(names: readonly string[], name: string, what: string): number {
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`No ${what} is named "${name}"`);
  return index;
}
