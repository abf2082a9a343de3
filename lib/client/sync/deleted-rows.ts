import type { EventOp, TripEvent, VisibleEvent } from "#lib/shared/events.ts";
import { LIST_KINDS } from "#lib/shared/resources/list-resources.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { DeletedNotice, RestorableRow, WriteAnswer } from "../writes/notices.ts";
import { findExpense, restoreExpenseWrite } from "../writes/expense-writes.ts";
import { findItem, restoreItemWrite } from "../writes/item-writes.ts";
import { findListRow, listActionNames, restoreListRowWrite } from "../writes/list-writes.ts";
import { findReservation, restoreReservationWrite } from "../writes/reservation-writes.ts";
import { findSettlement, restoreSettlementWrite } from "../writes/settlement-writes.ts";
import { findStop, restoreStopWrite } from "../writes/stop-writes.ts";
import type { Write, WriteAction } from "../writes/write.ts";
import type { PendingWrite } from "./pending-write.ts";

/** The actions that are repeated on a restored row; a deletion, for example, is not. */
const KEPT: ReadonlySet<WriteAction> = new Set([
  "updateStop",
  "moveStop",
  "vote",
  "updateReservation",
  "updateExpense",
  "updateSettlement",
  "updateItem",
  ...listActionNames("update", "move"),
]);

type Submit = <T>(write: Write<T>) => Promise<WriteAnswer<T>>;

/** Deleted rows, and the changes that came too late for them, in case their author restores the rows. */
export class DeletedRows {
  readonly #tripId: string;
  readonly #submit: Submit;
  readonly #rows = new Map<string, RestorableRow>();
  /** Who deleted a row, by row id, for the deletions whose event has arrived. */
  readonly #actors = new Map<string, string | null>();
  readonly #edits = new Map<string, Write<unknown>[]>();

  constructor(tripId: string, submit: Submit) {
    this.#tripId = tripId;
    this.#submit = submit;
  }

  find(id: string): RestorableRow | undefined {
    return this.#rows.get(id);
  }

  remember(row: RestorableRow | undefined): void {
    if (row) this.#rows.set(row.id, row);
  }

  /**
   * Records a deletion whose event has arrived. `row` is undefined for an expense that is older than those of the trip.
   */
  lose(id: string, row: RestorableRow | undefined, actorId: string | null): void {
    this.remember(row);
    this.#actors.set(id, actorId);
  }

  /**
   * Remembers a write for the restored row, with the seq that it was made over: what others changed between that seq
   * and the deletion is still a conflict.
   */
  keep({ write, baseSeq }: Pick<PendingWrite, "write" | "baseSeq">): void {
    if (!isKept(write)) return;
    const kept = write.edit ? { ...write, edit: { ...write.edit, baseSeq } } : write;
    this.#editsOf(write.label.entityId).push(kept);
  }

  /**
   * Forgets a deletion, because somebody has restored the row. Notices that were given before can still use the
   * remembered changes.
   */
  close(id: string): void {
    this.#edits.delete(id);
    this.#actors.delete(id);
  }

  /**
   * Returns the notice for a write that was made after the deletion's event had arrived, as in a form that stayed open.
   */
  lateNoticeOf({ write }: Pick<PendingWrite, "write">, trip: TripDto): DeletedNotice | null {
    const { entityId } = write.label;
    const actorId = this.#actors.get(entityId);
    if (actorId === undefined || !isKept(write)) return null;
    const older = write.edit?.current(trip);
    if (!this.find(entityId) && older && "money" in older) this.remember(older);
    const row = this.find(entityId);
    return row ? this.noticeOf(row, { actorId, mine: [], isOpen: false }) : null;
  }

  /**
   * Returns the notice about a row that somebody else deleted while the writes `mine` were being sent to it; null when
   * no write and no open form of this client concerns the row.
   */
  noticeOf(
    row: RestorableRow,
    { actorId, mine, isOpen }: { actorId: string | null; mine: readonly PendingWrite[]; isOpen: boolean },
  ): DeletedNotice | null {
    // The refusal of a write may come before or after the event that explains it, so the notice holds this list, which
    // can still grow.
    const edits = this.#editsOf(row.id);
    if (mine.length === 0 && edits.length === 0 && !isOpen) return null;
    const hasEdits = edits.length > 0 || mine.some(({ write }) => isKept(write));
    return { kind: "deleted", row, actorId, hasEdits, restore: () => this.#restore(row, edits) };
  }

  async #restore(row: RestorableRow, edits: Write<unknown>[]): Promise<WriteAnswer<RestorableRow>> {
    const echo = await this.#submit<RestorableRow>(restoreWrite(this.#tripId, row));
    for (const write of edits.splice(0)) void this.#submit(write);
    return echo;
  }

  #editsOf(id: string): Write<unknown>[] {
    const found = this.#edits.get(id) ?? [];
    this.#edits.set(id, found);
    return found;
  }
}

export function findRow(trip: TripDto, id: string): RestorableRow | undefined {
  return (
    findStop(trip, id) ??
    findReservation(trip, id) ??
    findExpense(trip, id) ??
    findSettlement(trip, id) ??
    findItem(trip, id) ??
    findListRow(trip, id)
  );
}

function isKept({ label }: Write<unknown>): boolean {
  return KEPT.has(label.action);
}

function restoreWrite(tripId: string, row: RestorableRow): Write<RestorableRow> {
  if ("resource" in row) return restoreListRowWrite(tripId, row);
  if ("text" in row) return restoreItemWrite(tripId, row);
  if ("paidOn" in row) return restoreSettlementWrite(tripId, row);
  if ("money" in row) return restoreExpenseWrite(tripId, row.id);
  return "confirmation" in row ? restoreReservationWrite(tripId, row.id) : restoreStopWrite(tripId, row.id);
}

const LOSSES: ReadonlySet<TripEvent["op"]> = new Set([
  "stop.deleted",
  "reservation.deleted",
  "expense.deleted",
  "settlement.deleted",
  "item.deleted",
  ...LIST_KINDS.map((kind): EventOp => `${kind}.deleted`),
]);
const RETURNS: ReadonlySet<TripEvent["op"]> = new Set([
  "stop.restored",
  "reservation.restored",
  "expense.restored",
  "settlement.restored",
  "item.restored",
  ...LIST_KINDS.map((kind): EventOp => `${kind}.restored`),
]);

/** Whether the event deletes a row, so that the user may have to be notified. */
export function isDeletionEvent(event: TripEvent): event is VisibleEvent {
  return LOSSES.has(event.op);
}

/** Whether the event restores a row, after which no notice is left to give. */
export function isRestorationEvent(event: TripEvent): event is VisibleEvent {
  return RETURNS.has(event.op);
}
