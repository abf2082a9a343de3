import type { CommentTarget } from "./comments.ts";
import { assertNever } from "./errors.ts";
import type { TripEvent, VisibleEvent } from "./events.ts";
import { compareExpenses } from "./expense-order.ts";
import { expenseViewersOf } from "./expense-people.ts";
import type { ExpenseDto, ExpenseFields } from "./expenses.ts";
import { compareItems } from "./item-order.ts";
import type { MemberNews } from "./members.ts";
import { MAX_EXPENSES_IN_TRIP_ANSWER } from "./money-limits.ts";
import { byPosition, LIST_RESOURCES, type ListOp } from "./resources/list-resources.ts";
import type { ListRow } from "./resources/list-schemas.ts";
import { compareReservations } from "./reservation-times.ts";
import { compareStops } from "./stop-order.ts";
import type { StopDto, VoteDto } from "./stops.ts";
import { compareById, replaceById, removeById } from "./row-lists.ts";
import { tripStatus } from "./trip-status.ts";
import type { TripDto } from "./trips.ts";

/** Who reads the trip, and when: roles and the trip's status depend on them. */
export interface MergeContext {
  userId: string;
  now: Date;
}

/**
 * Applies one event by its operation and returns the next trip; the given one is not changed.
 * Events come strictly in seq order: one that is already in the trip changes nothing, a gap is the caller's error.
 */
export function applyEvent(trip: TripDto, event: TripEvent, context: MergeContext): TripDto {
  if (event.seq <= trip.seq) return trip;
  if (event.seq !== trip.seq + 1) throw new RangeError(`Event ${event.seq} does not follow ${trip.seq}.`);
  const merged = event.op === "redacted" ? trip : merge(trip, event, context);
  return { ...merged, seq: event.seq };
}

type On<Op extends VisibleEvent["op"]> = Extract<VisibleEvent, { op: Op }>;
type Merge<E extends VisibleEvent> = (trip: TripDto, event: E, context: MergeContext) => TripDto;

const putTrip: Merge<
  On<"trip.created" | "trip.updated" | "trip.archived" | "trip.unarchived" | "trip.restored">
> = (trip, event, { now }) => withStatus({ ...trip, ...event.entity }, now);

const putDay: Merge<On<"day.created" | "day.updated" | "day.restored">> = (trip, { entity }) => ({
  ...trip,
  days: replaceById(trip.days, entity).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
});

/** Votes and comment counts are not fields of the row: an edited stop keeps those that it has. */
const putStop: Merge<On<"stop.created" | "stop.updated" | "stop.moved">> = (trip, { entity }) => {
  const known = trip.stops.find(({ id }) => id === entity.id);
  const stop = { ...entity, votes: known?.votes ?? [], commentCount: known?.commentCount ?? 0 };
  return { ...trip, stops: replaceById(trip.stops, stop).toSorted(compareStops) };
};

/** The comment count is not a field of the reservation's row: an edited reservation keeps the count that it has. */
const putReservation: Merge<On<"reservation.created" | "reservation.updated">> = (trip, { entity }) => {
  const known = trip.reservations.find(({ id }) => id === entity.id);
  const reservation = { ...entity, commentCount: known?.commentCount ?? 0 };
  return { ...trip, reservations: replaceById(trip.reservations, reservation).toSorted(compareReservations) };
};

/**
 * Stores an expense in the list of the newest ones. If the list is full and the expense is older than all of it, the
 * list stays as it is.
 */
function putExpense(trip: TripDto, entity: ExpenseFields & { commentCount?: number }): TripDto {
  const known = trip.expenses.find(({ id }) => id === entity.id);
  const expense: ExpenseDto = { ...entity, commentCount: entity.commentCount ?? known?.commentCount ?? 0 };
  const expenses = replaceById(trip.expenses, expense).toSorted(compareExpenses);
  return { ...trip, expenses: expenses.slice(0, MAX_EXPENSES_IN_TRIP_ANSWER) };
}

function countExpense(trip: TripDto, by: number): TripDto {
  return { ...trip, expenseCount: trip.expenseCount + by };
}

const addExpense: Merge<On<"expense.created" | "expense.restored">> = (trip, { entity }) =>
  countExpense(putExpense(trip, entity), 1);

/**
 * The event brings the expense's attachments along. Of a deleted expense it adds the attachments only, since a restore
 * does not bring them.
 */
const takeShared: Merge<On<"expense.shared" | "expense.published">> = (trip, event) => {
  const { attachments, ...expense } = event.entity;
  const files = attachments.reduce((list, file) => replaceById(list, file), trip.attachments);
  const merged = { ...trip, attachments: files.toSorted(compareById) };
  return expense.deletedAt === null ? putExpense(merged, expense) : merged;
};

const shareExpense: Merge<On<"expense.shared">> = (trip, event, context) =>
  countExpense(takeShared(trip, event, context), event.entity.deletedAt === null ? 1 : 0);

/** Members who were in the private expense have counted it already, so it is not counted again for them. */
const publishExpense: Merge<On<"expense.published">> = (trip, event, context) => {
  const me = trip.members.find((member) => member.userId === context.userId);
  const isKnown = me !== undefined && expenseViewersOf(event.entity).includes(me.id);
  return countExpense(takeShared(trip, event, context), isKnown ? 0 : 1);
};

const removeExpense: Merge<On<"expense.deleted" | "expense.withdrawn">> = (trip, { entity }) =>
  countExpense({ ...trip, expenses: removeById(trip.expenses, entity) }, -1);

/**
 * A member who no longer sees an expense loses its attachments, too. Of a deleted expense the attachments stay, as with
 * stops and reservations.
 */
const withdrawExpense: Merge<On<"expense.withdrawn">> = (trip, event, context) => {
  const isOfIt = ({ target }: TripDto["attachments"][number]) =>
    target.kind === "expense" && target.id === event.entity.id;
  const attachments = trip.attachments.filter((file) => !isOfIt(file));
  return removeExpense({ ...trip, attachments }, event, context);
};

const putSettlement: Merge<On<"settlement.created" | "settlement.updated" | "settlement.restored">> = (
  trip,
  { entity },
) => ({ ...trip, settlements: replaceById(trip.settlements, entity).toSorted(compareById) });

const putAttachment: Merge<On<"attachment.created" | "attachment.restored">> = (trip, { entity }) => ({
  ...trip,
  attachments: replaceById(trip.attachments, entity).toSorted(compareById),
});

const putDecision: Merge<
  On<
    | "decision.created"
    | "decision.updated"
    | "decision.tied"
    | "decision.closed"
    | "decision.reopened"
    | "decision.restored"
  >
> = (trip, { entity }) => ({ ...trip, decisions: replaceById(trip.decisions, entity).toSorted(compareById) });

const putSuggestion: Merge<On<"suggestion.created" | "suggestion.reopened">> = (trip, { entity }) => ({
  ...trip,
  suggestions: replaceById(trip.suggestions, entity).toSorted(compareById),
});

const putItem: Merge<On<"item.created" | "item.updated" | "item.moved" | "item.restored">> = (
  trip,
  { entity },
) => ({
  ...trip,
  items: replaceById(trip.items, entity).toSorted(compareItems),
});

/** How the events of every list resource change its list. */
function listMerges(): { [Op in ListOp]: Merge<On<Op>> } {
  const entries = Object.values(LIST_RESOURCES).flatMap(({ kind, list }) => {
    const put: Merge<On<Exclude<ListOp, `${string}.deleted`>>> = (trip, { entity }) => {
      const rows: ListRow[] = trip[list];
      return { ...trip, [list]: replaceById(rows, entity).toSorted(byPosition) };
    };
    const remove: Merge<On<`${typeof kind}.deleted`>> = (trip, { entity }) => ({
      ...trip,
      [list]: removeById<ListRow>(trip[list], entity),
    });
    return [
      [`${kind}.created`, put],
      [`${kind}.updated`, put],
      [`${kind}.moved`, put],
      [`${kind}.restored`, put],
      [`${kind}.deleted`, remove],
    ];
  });
  // The cast is safe because there is an entry for each op, which takes the events of its kind.
  return Object.fromEntries(entries) as { [Op in ListOp]: Merge<On<Op>> };
}

const putMember: Merge<On<"member.joined" | "member.updated" | "member.left">> = (
  trip,
  event,
  { userId },
) => {
  // The member whom a placeholder was merged into is part of the event, and no field of the row.
  const { mergedInto: _into, separatedFrom: _from, ...entity }: MemberNews = event.entity;
  const members = replaceById(trip.members, entity).toSorted(compareById);
  return { ...trip, members, role: entity.userId === userId ? entity.role : trip.role };
};

const same: Merge<VisibleEvent> = (trip) => trip;

/** How each kind of event changes a trip; a new kind that is missing here does not compile. */
const MERGES: { readonly [Op in VisibleEvent["op"]]: Merge<On<Op>> } = {
  "trip.created": putTrip,
  "trip.updated": putTrip,
  "trip.archived": putTrip,
  "trip.unarchived": putTrip,
  "trip.restored": putTrip,
  "trip.deleted": (trip, { at }) => ({ ...trip, deletedAt: at, version: trip.version + 1, updatedAt: at }),
  "day.created": putDay,
  "day.updated": putDay,
  "day.restored": putDay,
  "day.deleted": (trip, { entity }) => ({ ...trip, days: removeById(trip.days, entity) }),
  "stop.created": putStop,
  "stop.updated": putStop,
  "stop.moved": putStop,
  "stop.restored": (trip, { entity }) => ({
    ...trip,
    stops: replaceById(trip.stops, entity).toSorted(compareStops),
  }),
  "stop.deleted": (trip, { entity }) => ({ ...trip, stops: removeById(trip.stops, entity) }),
  "vote.set": (trip, { entity }) => ({ ...trip, stops: trip.stops.map((stop) => withVote(stop, entity)) }),
  "reservation.created": putReservation,
  "reservation.updated": putReservation,
  "reservation.restored": (trip, { entity }) => ({
    ...trip,
    reservations: replaceById(trip.reservations, entity).toSorted(compareReservations),
  }),
  "reservation.deleted": (trip, { entity }) => ({
    ...trip,
    reservations: removeById(trip.reservations, entity),
  }),
  "expense.created": addExpense,
  "expense.updated": (trip, { entity }) => putExpense(trip, entity),
  "expense.shared": shareExpense,
  "expense.published": publishExpense,
  "expense.withdrawn": withdrawExpense,
  "expense.deleted": removeExpense,
  "expense.restored": addExpense,
  "settlement.created": putSettlement,
  "settlement.updated": putSettlement,
  "settlement.restored": putSettlement,
  "settlement.deleted": (trip, { entity }) => ({
    ...trip,
    settlements: removeById(trip.settlements, entity),
  }),
  "attachment.created": putAttachment,
  "attachment.restored": putAttachment,
  "attachment.deleted": (trip, { entity }) => ({
    ...trip,
    attachments: removeById(trip.attachments, entity),
  }),
  "decision.created": putDecision,
  "decision.updated": putDecision,
  "decision.tied": putDecision,
  "decision.closed": putDecision,
  "decision.reopened": putDecision,
  "decision.restored": putDecision,
  "decision.deleted": (trip, { entity }) => ({ ...trip, decisions: removeById(trip.decisions, entity) }),
  "suggestion.created": putSuggestion,
  "suggestion.reopened": putSuggestion,
  "suggestion.answered": (trip, { entity }) => ({
    ...trip,
    suggestions: removeById(trip.suggestions, entity),
  }),
  "item.created": putItem,
  "item.updated": putItem,
  "item.moved": putItem,
  "item.restored": putItem,
  "item.deleted": (trip, { entity }) => ({ ...trip, items: removeById(trip.items, entity) }),
  ...listMerges(),
  "comment.created": (trip, { entity }) => countComment(trip, entity.target, 1),
  "comment.restored": (trip, { entity }) => countComment(trip, entity.target, 1),
  "comment.deleted": (trip, { entity }) => countComment(trip, entity.target, -1),
  "comment.updated": same,
  "comment.resolved": same,
  "members.invalidated": same,
  "member.joined": putMember,
  "member.updated": putMember,
  "member.left": putMember,
};

function merge(trip: TripDto, event: VisibleEvent, context: MergeContext): TripDto {
  // TypeScript can't see it: the table's entry of an op takes events of that op. While a newer version of the service is
  // deployed, its events may have ops that this page does not know yet: they change nothing here.
  const mergeOne = (MERGES[event.op] as Merge<VisibleEvent> | undefined) ?? same;
  return mergeOne(trip, event, context);
}

function withStatus(trip: TripDto, now: Date): TripDto {
  return { ...trip, status: tripStatus(trip, now) };
}

function withVote(stop: StopDto, vote: VoteDto): StopDto {
  if (stop.id !== vote.stopId) return stop;
  const others = stop.votes.filter(({ memberId }) => memberId !== vote.memberId);
  if (vote.value === 0) return { ...stop, votes: others };
  const votes = [...others, { memberId: vote.memberId, value: vote.value }];
  return { ...stop, votes: votes.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)) };
}

function countComment(trip: TripDto, { kind, id }: CommentTarget, by: number): TripDto {
  const count = <T extends { id: string; commentCount: number }>(row: T) =>
    row.id === id ? { ...row, commentCount: row.commentCount + by } : row;
  switch (kind) {
    case "trip":
      return { ...trip, commentCount: trip.commentCount + by };
    case "stop":
      return { ...trip, stops: trip.stops.map(count) };
    case "reservation":
      return { ...trip, reservations: trip.reservations.map(count) };
    case "expense":
      return { ...trip, expenses: trip.expenses.map(count) };
    default:
      return assertNever(kind);
  }
}
