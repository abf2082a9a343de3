import type { Db } from "#db/client.ts";
import {
  selectChangesToReverse,
  selectLastRowChanges,
  selectSeqAt,
  selectTripRows,
  type TripRows,
} from "#db/queries/trip-history.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { type AppError, invalidField, notFound } from "#lib/shared/errors.ts";
import { compareExpenses } from "#lib/shared/expense-order.ts";
import { compareItems } from "#lib/shared/item-order.ts";
import { isSeenBy } from "#lib/shared/expense-people.ts";
import { MAX_EXPENSES_IN_TRIP_ANSWER } from "#lib/shared/money-limits.ts";
import { byPosition, LIST_RESOURCES, type ListName } from "#lib/shared/resources/list-resources.ts";
import { compareReservations } from "#lib/shared/reservation-times.ts";
import type { Role } from "#lib/shared/roles.ts";
import { compareStops } from "#lib/shared/stop-order.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { tripStatus } from "#lib/shared/trip-status.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { Rewind } from "./rewind.ts";

/** Events in one page. Old values are small, except those of suggestions: a page of the largest is 25 megabytes. */
const PAGE = 200;

interface Moment {
  seq?: number | undefined;
  at?: string | undefined;
}

/**
 * Returns the trip as it was after an event, or at an instant: the current rows with all later events undone. Rows that
 * the caller may not see now, or could not see then, are absent. One snapshot of the database is read: if the event log
 * were redacted or purged between two pages, the result would be a trip that never existed.
 */
export async function getTripAsOf(ctx: Ctx, tripId: string, moment: Moment): Promise<TripDto> {
  const { role, memberId } = await requireAccess(ctx, tripId, "guest");
  const { userId } = ctx.viewer;
  const rows = await ctx.db.snapshot(async (tx) => {
    const [found] = await selectTripRows(tx, { tripId, userId });
    if (!found) throw notFound("trip");
    const seq = await seqOf(tx, tripId, moment);
    if (seq > found.rows.seq) throw notThere();
    return rewound(tx, found.rows, seq, userId);
  });
  return present(rows, { userId, memberId, role, now: ctx.now() });
}

function notThere(): AppError {
  return invalidField("query.seq", "The trip has no such event yet.");
}

async function seqOf(tx: Db, tripId: string, { seq, at }: Moment): Promise<number> {
  if (seq !== undefined) return seq;
  const [found] = at === undefined ? [] : await selectSeqAt(tx, { tripId, at: new Date(at) });
  if (found) return found.seq;
  throw invalidField("query.at", "The trip did not exist yet.");
}

/** Undoes the later events page by page, so that only one page of the event log is in memory. */
async function rewound(tx: Db, rows: TripRows, seq: number, userId: string): Promise<TripRows> {
  const tripId = rows.trip.id;
  const rewind = new Rewind(rows);
  for (let upTo = rows.seq; upTo > seq;) {
    const page = await selectChangesToReverse(tx, { tripId, userId, seq, upTo, limit: PAGE });
    for (const change of page) rewind.takeBack(change);
    upTo = page.length < PAGE ? seq : (page.at(-1)?.seq ?? seq) - 1;
  }
  const touched = JSON.stringify(rewind.touched);
  return rewind.rows(seq, await selectLastRowChanges(tx, { tripId, seq, touched }));
}

interface Reader {
  userId: string;
  memberId: string | null;
  role: Role;
  now: Date;
}

const isLive = ({ deletedAt }: { deletedAt: string | null }) => deletedAt === null;
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

function present(rows: TripRows, { userId, memberId, role, now }: Reader): TripDto {
  const { trip, seq } = rows;
  const seen = rows.expenses.filter((expense) => isSeenBy(expense, memberId));
  const expenses = seen.filter(isLive).toSorted(compareExpenses);
  const countOf = commentCounts(rows);
  return {
    ...trip,
    status: tripStatus(trip, now),
    role,
    seq,
    days: rows.days
      .filter(isLive)
      .map(({ deletedAt: _, ...day }) => day)
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    stops: rows.stops
      .filter(isLive)
      .map((stop) =>
        withExtras(stop, { votes: votesOf(rows, stop.id), commentCount: countOf("stop", stop.id) }),
      )
      .toSorted(compareStops),
    reservations: rows.reservations
      .filter(isLive)
      .map((reservation) => withExtras(reservation, { commentCount: countOf("reservation", reservation.id) }))
      .toSorted(compareReservations),
    attachments: rows.attachments.filter((file) => isLive(file) && isFileOf(file, seen)).toSorted(byId),
    decisions: rows.decisions.filter(isLive).toSorted(byId),
    suggestions: rows.suggestions.filter(({ status }) => status === "open").toSorted(byId),
    items: rows.items
      .filter((item) => isLive(item) && (item.ownerId === null || item.ownerId === userId))
      .toSorted(compareItems),
    ...listsOf(rows),
    expenses: expenses
      .slice(0, MAX_EXPENSES_IN_TRIP_ANSWER)
      .map((expense) => withExtras(expense, { commentCount: countOf("expense", expense.id) })),
    expenseCount: expenses.length,
    settlements: rows.settlements.filter(isLive).toSorted(byId),
    members: rows.members.toSorted(byId),
    commentCount: countOf("trip", trip.id),
  };
}

/** Returns the live rows of each list resource, in order. */
function listsOf(rows: TripRows): Pick<TripDto, ListName> {
  const lists = Object.values(LIST_RESOURCES).map(({ list }) => [
    list,
    rows[list].filter(isLive).toSorted(byPosition),
  ]);
  // The cast is safe because there is one entry for each list.
  return Object.fromEntries(lists) as Pick<TripDto, ListName>;
}

/**
 * Whether the caller sees the row that the file belongs to: a file of a private expense is visible with that expense.
 */
function isFileOf({ target }: TripRows["attachments"][number], expenses: TripRows["expenses"]): boolean {
  return target.kind !== "expense" || expenses.some(({ id }) => id === target.id);
}

function withExtras<Row extends object, Extras extends object>(row: Row, extras: Extras): Row & Extras {
  return { ...row, ...extras };
}

function votesOf(rows: TripRows, stopId: string): StopDto["votes"] {
  const cast = rows.votes.filter((vote) => vote.stopId === stopId && vote.value !== 0);
  return cast
    .map(({ memberId, value }) => ({ memberId, value }))
    .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
}

function commentCounts({ comments }: TripRows): (kind: CommentTarget["kind"], id: string) => number {
  const counts = new Map<string, number>();
  for (const { target } of comments.filter(isLive)) {
    const key = `${target.kind}:${target.id}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (kind, id) => counts.get(`${kind}:${id}`) ?? 0;
}
