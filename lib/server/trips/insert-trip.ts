import { type Db, runPipelined } from "#db/client.ts";
import { listStatements } from "#db/queries/list-rows.ts";
import { insertTrip, selectTrip } from "#db/queries/trips.ts";
import {
  insertComments,
  insertDecisions,
  insertExpenses,
  insertItems,
  insertMembers,
  insertReservations,
  insertSettlements,
  insertStops,
  insertVotes,
  insertWholeDays,
  markAllRead,
} from "#db/queries/whole-trip.ts";
import type { ClientId } from "#db/queries/write.ts";
import type { CommentDto } from "#lib/shared/comments.ts";
import type { DayDto } from "#lib/shared/days.ts";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { ExpenseFields } from "#lib/shared/expenses.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { spreadKeys } from "#lib/shared/order.ts";
import { earliestInstant } from "#lib/shared/reservation-times.ts";
import { LIST_KINDS, type ListKind } from "#lib/shared/resources/list-resources.ts";
import type { NewListRow } from "#lib/shared/resources/list-schemas.ts";
import type { ReservationFields } from "#lib/shared/reservations.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { StopFields, VoteDto } from "#lib/shared/stops.ts";
import type { TripDto, TripFields } from "#lib/shared/trips.ts";
import type { Ctx } from "../context.ts";
import { commitWrite, openWrite } from "../writes/write.ts";

type Own = "version" | "updatedAt" | "createdAt" | "deletedAt" | "position";
type Bare<T> = Omit<T, Own>;
/** The time of the recording decides which currency the trip had then. */
type Recorded = Pick<ExpenseFields, "createdAt">;

/** A trip with all its rows under their new ids. The lists are in order; their positions are made at the insert. */
export interface WholeTrip {
  trip: Pick<
    TripFields,
    | "title"
    | "destination"
    | "startDate"
    | "endDate"
    | "timezone"
    | "currency"
    | "formerCurrencies"
    | "budget"
    | "cover"
  >;
  members: Bare<Omit<MemberDto, "hasAccount">>[];
  /** The caller's member id, who becomes the owner. */
  ownerId: string;
  days: (Bare<DayDto> & { isRetired: boolean })[];
  stops: Bare<StopFields>[];
  votes: VoteDto[];
  reservations: Bare<ReservationFields>[];
  decisions: Bare<DecisionDto>[];
  items: (Omit<Bare<ItemDto>, "ownerId"> & { isPrivate: boolean })[];
  /** `people` are the members who can see the expense; null: everybody. */
  expenses: (Omit<Bare<ExpenseFields>, "private"> & Recorded & { people: string[] | null })[];
  settlements: (Bare<SettlementDto> & Recorded)[];
  comments: (Bare<CommentDto> & Pick<CommentDto, "createdAt">)[];
  lists: ListsOfRows;
}

/** The rows of each list resource, by kind. */
export type ListsOfRows = { [K in ListKind]: (NewListRow<K> & { id: string })[] };

/**
 * Writes the whole trip in one transaction; its event log begins with `trip.created`. All comments count as read by the
 * caller.
 */
export function insertWholeTrip(
  ctx: Ctx,
  id: string,
  claim: ClientId | null,
  whole: WholeTrip,
): Promise<TripDto> {
  const { userId } = ctx.viewer;
  const at = ctx.now();
  const list = (rows: object[]) => ({ tripId: id, rows: JSON.stringify(rows), by: userId, at });
  const trip = JSON.stringify({ ...whole.trip, isSample: false, isDemo: false });
  return commitWrite(ctx, id, async (tx) => {
    const [[inserted], , , , , , , , , , , , , [read]] = await runPipelined([
      insertTrip(tx, { id, trip, stops: whole.stops.length, createdBy: userId, at }),
      insertMembers(tx, list(whole.members)),
      insertWholeDays(tx, list(whole.days)),
      insertStops(tx, list(positioned(whole.stops, ({ dayId }) => dayId))),
      insertVotes(tx, list(whole.votes)),
      insertReservations(tx, list(whole.reservations.map(withStart))),
      insertDecisions(tx, list(whole.decisions)),
      insertItems(tx, list(positioned(whole.items, (item) => item.list))),
      insertExpenses(tx, list(whole.expenses)),
      insertSettlements(tx, list(whole.settlements)),
      insertComments(tx, list(whole.comments)),
      Promise.all(
        LIST_KINDS.map((kind) =>
          insertList(tx, kind, list(positioned<NewListRow>(whole.lists[kind], () => null))),
        ),
      ),
      markAllRead(tx, { tripId: id, memberId: whole.ownerId, at }),
      selectTrip(tx, { tripId: id, userId, now: at }),
    ]);
    if (!inserted || !read) throw new Error("An insert returned no row.");
    const write = openWrite(
      { ...ctx, now: () => at },
      tx,
      { trip: inserted.trip, seq: 0, roomEpoch: 0 },
      { id: whole.ownerId, role: "owner" },
    );
    write.claim(claim);
    write.record({ op: "trip.created", entityId: id, after: inserted.trip });
    // `read` has the trip as this transaction sees it, before the first event.
    const dto: TripDto = JSON.parse(read.trip);
    return [write, { ...dto, seq: write.seq() }];
  });
}

function insertList(tx: Db, kind: ListKind, rows: { tripId: string; rows: string; by: string; at: Date }) {
  return listStatements(kind).insert(tx, rows);
}

/** Returns the rows with positions that keep their order, list by list. */
function positioned<T extends object>(rows: readonly T[], listOf: (row: T) => string | null) {
  const counts = Map.groupBy(rows, listOf);
  const keys = new Map([...counts].map(([name, { length }]) => [name, spreadKeys(length).values()] as const));
  return rows.map((row) => ({ ...row, position: keys.get(listOf(row))?.next().value }));
}

function withStart<T extends Pick<ReservationFields, "start">>(row: T) {
  return { ...row, startAt: row.start && new Date(earliestInstant(row.start)).toISOString() };
}
