import type { Db } from "#db/client.ts";
import { type ExpenseReaders, selectExpenseReaders } from "#db/queries/expense-readers.ts";
import { selectReservation } from "#db/queries/reservations.ts";
import { selectStop } from "#db/queries/stops.ts";
import type { CommentTarget } from "#lib/shared/comments.ts";
import { assertNever, notFound } from "#lib/shared/errors.ts";

/** Who may read the comments and attachments of a row, when that is not everybody in the trip. */
export interface Readers {
  memberIds: readonly string[];
  userIds: readonly string[];
}

export function isReader(readers: Readers | null, reader: string): boolean {
  return readers === null || readers.memberIds.includes(reader) || readers.userIds.includes(reader);
}

/** Returns the user ids of the readers, as events and notifications contain them; null: everybody. */
export function readerUserIds(readers: Readers | null): string[] | null {
  return readers && [...readers.userIds];
}

/** Returns who may read the thread of a target; null: everybody. For a target that is not in the trip, nobody. */
export async function readersOf(tx: Db, tripId: string, target: CommentTarget): Promise<Readers | null> {
  if (target.kind !== "expense") return null;
  const [row] = await selectExpenseReaders(tx, { tripId, expenseId: target.id });
  return row ? readersIn(row) : { memberIds: [], userIds: [] };
}

function readersIn({ memberIds, userIds }: ExpenseReaders): Readers | null {
  return memberIds && { memberIds, userIds: userIds ?? [] };
}

/**
 * Checks a target of comments.
 * @param reader a member's id or a user's id
 * @returns who may read its thread; null: everybody
 * @throws AppError NOT_FOUND when the target is not in this trip, deleted, or private to others
 */
export async function requireTarget(
  tx: Db,
  tripId: string,
  { kind, id }: CommentTarget,
  reader: string,
): Promise<Readers | null> {
  switch (kind) {
    case "trip":
      if (id !== tripId) throw notFound("trip");
      return null;
    case "stop": {
      const [row] = await selectStop(tx, { tripId, stopId: id });
      if (!row || row.stop.deletedAt) throw notFound("stop");
      return null;
    }
    case "reservation": {
      const [row] = await selectReservation(tx, { tripId, reservationId: id });
      if (!row || row.reservation.deletedAt) throw notFound("reservation");
      return null;
    }
    case "expense": {
      const [row] = await selectExpenseReaders(tx, { tripId, expenseId: id });
      if (!row || row.isDeleted || !isReader(readersIn(row), reader)) throw notFound("expense");
      return readersIn(row);
    }
    default:
      return assertNever(kind);
  }
}

/** Returns the title of a thread's target as members wrote it; null: the trip itself. */
export async function targetTitle(
  tx: Db,
  tripId: string,
  { kind, id }: CommentTarget,
): Promise<string | null> {
  switch (kind) {
    case "trip":
      return null;
    case "stop":
      return (await selectStop(tx, { tripId, stopId: id }))[0]?.stop.name ?? null;
    case "reservation":
      return (await selectReservation(tx, { tripId, reservationId: id }))[0]?.reservation.title ?? null;
    case "expense":
      return (await selectExpenseReaders(tx, { tripId, expenseId: id }))[0]?.title ?? null;
    default:
      return assertNever(kind);
  }
}
