import { countDecisions } from "#db/queries/decisions.ts";
import { selectExpenseCapacity } from "#db/queries/expenses.ts";
import { countItems } from "#db/queries/items.ts";
import { listStatements } from "#db/queries/list-rows.ts";
import { countPlaceholders } from "#db/queries/members.ts";
import { selectReservationRoom } from "#db/queries/reservations.ts";
import { countSettlements } from "#db/queries/settlements.ts";
import { selectStopCount } from "#db/queries/stops.ts";
import { countOpenSuggestions } from "#db/queries/suggestions.ts";
import { MAX_DECISIONS } from "#lib/shared/decisions.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { MAX_ITEMS } from "#lib/shared/items.ts";
import { MAX_EXPENSES, MAX_SETTLEMENTS } from "#lib/shared/money-limits.ts";
import { MAX_RESERVATIONS } from "#lib/shared/reservation-kinds.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import { MAX_STOPS } from "#lib/shared/stops.ts";
import { requireListCapacity } from "../lists/list-row.ts";
import { MAX_PLACEHOLDERS, tooManyPlaceholders } from "../members/placeholders.ts";
import { requireSuggestionCapacity } from "../suggestions/capacity.ts";
import { countAddedStops, type TripWrite } from "../writes/write.ts";

interface Kind {
  back: EventOp;
  gone: EventOp;
  /**
   * Checks the limit for the rows after the undo.
   * @throws AppError LIMIT_REACHED
   */
  check: (write: TripWrite, userId: string) => Promise<void>;
}

/**
 * The kinds of rows with a limit. The number of days follows from the trip's dates, and files are counted one by one as
 * they are restored.
 */
const KINDS: readonly Kind[] = [
  {
    back: "stop.restored",
    gone: "stop.deleted",
    check: async ({ tx, trip, events }) => {
      const [held] = await selectStopCount(tx, { tripId: trip.id });
      requireAtMost(MAX_STOPS, "stops", (held?.stopCount ?? 0) + countAddedStops(events));
    },
  },
  {
    back: "reservation.restored",
    gone: "reservation.deleted",
    check: async ({ tx, trip }) => {
      const [room] = await selectReservationRoom(tx, { tripId: trip.id, stopId: null });
      requireAtMost(MAX_RESERVATIONS, "reservations", room?.reservationCount);
    },
  },
  {
    back: "item.restored",
    gone: "item.deleted",
    check: async ({ tx, trip }, userId) => {
      const [held] = await countItems(tx, { tripId: trip.id, userId });
      requireAtMost(MAX_ITEMS, "items", held?.count);
    },
  },
  {
    back: "decision.restored",
    gone: "decision.deleted",
    check: async ({ tx, trip }) => {
      const [held] = await countDecisions(tx, { tripId: trip.id });
      requireAtMost(MAX_DECISIONS, "decisions", held?.count);
    },
  },
  {
    back: "expense.restored",
    gone: "expense.deleted",
    check: async ({ tx, trip }, userId) => {
      const links = { stopId: null, reservationId: null };
      const [room] = await selectExpenseCapacity(tx, { tripId: trip.id, userId, ...links });
      requireAtMost(MAX_EXPENSES, "expenses", room?.expenseCount);
    },
  },
  {
    back: "settlement.restored",
    gone: "settlement.deleted",
    check: async ({ tx, trip }, userId) => {
      const [held] = await countSettlements(tx, { tripId: trip.id, userId });
      requireAtMost(MAX_SETTLEMENTS, "settlements", held?.count);
    },
  },
  {
    back: "member.joined",
    gone: "member.left",
    check: async ({ tx, trip }) => {
      const [held] = await countPlaceholders(tx, { tripId: trip.id });
      if (held && held.count > MAX_PLACEHOLDERS) throw tooManyPlaceholders();
    },
  },
  {
    back: "suggestion.reopened",
    gone: "suggestion.answered",
    check: async ({ tx, trip }) => {
      const [open] = await countOpenSuggestions(tx, { tripId: trip.id });
      if (open) requireSuggestionCapacity(open);
    },
  },
];

const LIST_LIMITS: readonly Kind[] = LIST_KINDS.map((kind) => ({
  back: `${kind}.restored`,
  gone: `${kind}.deleted`,
  check: async ({ tx, trip }) => {
    const [end] = await listStatements(kind).selectEnd(tx, { tripId: trip.id });
    requireListCapacity(kind, end?.count ?? 0);
  },
}));

/**
 * Checks the limits for rows that an undo restores, as for new rows. It runs after the undo: a thousand rows may come
 * back at once, and only the result counts. If no more rows came back than were removed, nothing is counted.
 * @throws AppError LIMIT_REACHED
 */
export async function requireUndoCapacity(write: TripWrite, userId: string): Promise<void> {
  const times = (op: EventOp) => write.events.filter((event) => event.op === op).length;
  for (const { back, gone, check } of [...KINDS, ...LIST_LIMITS])
    if (times(back) > times(gone)) await check(write, userId);
}

function requireAtMost(most: number, what: string, count = 0): void {
  if (count <= most) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${most} ${what}. Delete some first.`);
}
