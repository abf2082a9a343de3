import { dateRange } from "#lib/shared/dates.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import { coverOfCopy } from "../covers/choose-cover.ts";
import type { Ctx } from "../context.ts";
import { copyListRows } from "../trips/copied-lists.ts";
import type { WholeTrip } from "../trips/insert-trip.ts";
import { moneyRows } from "./money-rows.ts";

interface Making {
  tripId: string;
  viewer: Ctx["viewer"];
  at: Date;
  newId: () => string;
}

/**
 * Returns a file's rows with new ids. The caller replaces the member who exported the file, or else the owner. All
 * other members become placeholders, who keep their votes and comments.
 */
export function tripRows(file: TripFile, making: Making): WholeTrip {
  const { tripId, newId } = making;
  const ids = new Map([...namedIn(file).map((id) => [id, newId()] as const), [file.trip.id, tripId]]);
  const renamed = (id: string) => ids.get(id) ?? unknownId();
  const maybe = (id: string | null | undefined) => (id ? renamed(id) : null);
  const all = (list: string[] | null | undefined) => list?.map(renamed) ?? null;
  const { trip, ...owners } = { trip: file.trip, ...membersOf(file, making, renamed) };
  const retired = new Map(file.days.filter(({ isRetired }) => isRetired).map(({ id, date }) => [id, date]));
  const { id: _, ...fields } = trip;
  return {
    trip: { ...fields, cover: coverOfCopy(fields.cover, ids) },
    ...owners,
    days: [...file.days.map((day) => ({ ...day, id: renamed(day.id) })), ...missingDays(file, newId)],
    stops: file.stops.map(({ votes: _votes, ...stop }) => ({
      ...emptyStop,
      ...stop,
      id: renamed(stop.id),
      // A stop of a retired day is imported into Ideas, because nobody would see it on that day.
      dayId: retired.has(stop.dayId ?? "") ? null : maybe(stop.dayId),
      formerDate: retired.get(stop.dayId ?? "") ?? stop.formerDate,
      participants: all(stop.participants),
    })),
    votes: file.stops.flatMap(({ id, votes }) =>
      votes.map(({ memberId, value, updatedAt }) => ({
        stopId: renamed(id),
        memberId: renamed(memberId),
        value,
        updatedAt: notAfter(making.at, updatedAt),
      })),
    ),
    reservations: file.reservations.map((reservation) => ({
      ...emptyReservation,
      ...reservation,
      id: renamed(reservation.id),
      stopId: maybe(reservation.stopId),
      participants: all(reservation.participants),
    })),
    decisions: file.decisions.map((decision) => ({
      ...decision,
      id: newId(),
      candidates: decision.candidates.map(renamed),
      dayId: maybe(decision.dayId),
      winnerId: maybe(decision.winnerId),
      deadline: deadlineFrom(making.at, decision),
    })),
    items: file.items.map((item) => ({ ...item, id: newId(), assigneeId: maybe(item.assigneeId) })),
    lists: copyListRows(file, newId),
    ...moneyRows(file, renamed, making.at),
    comments: file.comments.map((comment) => ({
      ...comment,
      id: renamed(comment.id),
      target: { ...comment.target, id: renamed(comment.target.id) },
      memberId: renamed(comment.memberId),
      mentions: comment.mentions.map(renamed),
      createdAt: notAfter(making.at, comment.createdAt),
    })),
  };
}

/**
 * Returns all ids in the order of the file, since threads are ordered by ids. Members are in the order of their old
 * ids, because the rounding of shares depends on it.
 */
function namedIn({ members, ...lists }: TripFile): string[] {
  const { days, stops, reservations, expenses, settlements, comments } = lists;
  const people = members.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return [people, days, stops, reservations, expenses, settlements, comments].flat().map(({ id }) => id);
}

/**
 * Returns the deadline of a decision, without a past one: it would close the decision immediately after the import and
 * move stops.
 */
function deadlineFrom(now: Date, { status, deadline }: TripFile["decisions"][number]): string | null {
  const isPast = deadline !== null && Date.parse(deadline) <= now.getTime();
  return status === "open" && isPast ? null : deadline;
}

const emptyStop = {
  place: null,
  category: "other",
  startTime: null,
  endTime: null,
  timezone: null,
  notes: null,
  url: null,
  cost: null,
  hours: null,
  travelMode: null,
} as const;

const emptyReservation = {
  start: null,
  end: null,
  from: null,
  to: null,
  confirmation: null,
  provider: null,
  contact: null,
  url: null,
  notes: null,
  cost: null,
} as const;

function membersOf(
  { members, exportedBy }: TripFile,
  { viewer, newId }: Making,
  renamed: (id: string) => string,
): Pick<WholeTrip, "members" | "ownerId"> {
  const { userId, user } = viewer;
  const self = exportedBy ?? members.find(({ role, leftAt }) => role === "owner" && leftAt === null)?.id;
  const ownerId = self === undefined ? newId() : renamed(self);
  const owner = {
    id: ownerId,
    userId,
    name: user.name,
    image: user.image,
    role: "owner",
    leftAt: null,
  } as const;
  const others = members
    .filter(({ id }) => id !== self)
    .map(({ id, name, role, leftAt }) => ({
      id: renamed(id),
      userId: null,
      name,
      image: null,
      role: role === "owner" || role === "editor" ? ("editor" as const) : ("viewer" as const),
      leftAt,
    }));
  return { members: [owner, ...others], ownerId };
}

/**
 * Returns the days that the file lacks, because every date of a trip needs a day even when somebody has edited the
 * file.
 */
function missingDays({ trip, days }: TripFile, newId: () => string): WholeTrip["days"] {
  const { startDate, endDate } = trip;
  if (startDate === null || endDate === null) return [];
  const there = new Set(days.filter(({ isRetired }) => !isRetired).map(({ date }) => date));
  return dateRange(startDate, endDate)
    .filter((date) => !there.has(date))
    .map((date) => ({ id: newId(), date, title: null, notes: null, timezone: null, isRetired: false }));
}

/** Limits an instant to the present, because nothing was written in the future. */
function notAfter(now: Date, instant: string): string {
  return Date.parse(instant) > now.getTime() ? now.toISOString() : instant;
}

function unknownId(): never {
  throw new Error("A file that was checked names a row that it lacks.");
}
