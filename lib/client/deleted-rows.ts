import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { DeletedNotice, Echo } from "./notices.ts";
import { findExpense, restoreExpenseWrite } from "./expense-writes.ts";
import { findItem, restoreItemWrite } from "./item-writes.ts";
import { findReservation, restoreReservationWrite } from "./reservation-writes.ts";
import { findSettlement, restoreSettlementWrite } from "./settlement-writes.ts";
import { findStop, restoreStopWrite } from "./stop-writes.ts";
import type { Write, WriteAction } from "./write.ts";
import type { Pending } from "./pending.ts";

/** What is told when it was deleted by someone else, and can be brought back with what was changed meanwhile. */
export type Row = StopDto | ReservationDto | ExpenseDto | SettlementDto | ItemDto;

/** What still makes sense on a row that was away; a deletion, for one, does not. */
const KEPT: ReadonlySet<WriteAction> = new Set([
  "updateStop",
  "moveStop",
  "vote",
  "updateReservation",
  "updateExpense",
  "updateSettlement",
  "updateItem",
]);

type Submit = <T>(write: Write<T>) => Promise<Echo<T>>;

/** Rows that are away, and the changes that came too late for them, for the case that their author brings them back. */
export class DeletedRows {
  readonly #tripId: string;
  readonly #submit: Submit;
  readonly #rows = new Map<string, Row>();
  /** Whoever deleted those whose deletion was seen. */
  readonly #actors = new Map<string, string | null>();
  readonly #edits = new Map<string, Write<unknown>[]>();

  constructor(tripId: string, submit: Submit) {
    this.#tripId = tripId;
    this.#submit = submit;
  }

  find(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  remember(row: Row | undefined): void {
    if (row) this.#rows.set(row.id, row);
  }

  /** Its deletion was seen; the row is not known of an expense that is older than those of the trip. */
  lose(id: string, row: Row | undefined, actorId: string | null): void {
    this.remember(row);
    this.#actors.set(id, actorId);
  }

  /** With the seq that it was made over: what others changed between that and the deletion still is a conflict. */
  keep({ write, baseSeq }: Pick<Pending, "write" | "baseSeq">): void {
    if (!isKept(write)) return;
    const kept = write.edit ? { ...write, edit: { ...write.edit, baseSeq } } : write;
    this.#editsOf(write.label.entityId).push(kept);
  }

  /** The row is back; whoever was told of it may still use what was kept. */
  close(id: string): void {
    this.#edits.delete(id);
    this.#actors.delete(id);
  }

  /** What to tell of a change that was made after the news of the deletion, as in a form that stood open. */
  lateNoticeOf({ write }: Pick<Pending, "write">, trip: TripDto): DeletedNotice | null {
    const { entityId } = write.label;
    const actorId = this.#actors.get(entityId);
    if (actorId === undefined || !isKept(write)) return null;
    const older = write.edit?.current(trip);
    if (!this.find(entityId) && older && "money" in older) this.remember(older);
    const row = this.find(entityId);
    return row ? this.noticeOf(row, { actorId, mine: [], isOpen: false }) : null;
  }

  /** What to tell of a row that someone else deleted while `mine` was on its way to it; null when it concerns nobody here. */
  noticeOf(
    row: Row,
    { actorId, mine, isOpen }: { actorId: string | null; mine: readonly Pending[]; isOpen: boolean },
  ): DeletedNotice | null {
    // The refusal of a change may come before the event that explains it, or after it: the list goes on growing.
    const edits = this.#editsOf(row.id);
    if (mine.length === 0 && edits.length === 0 && !isOpen) return null;
    const hasEdits = edits.length > 0 || mine.some(({ write }) => isKept(write));
    return { kind: "deleted", row, actorId, hasEdits, restore: () => this.#restore(row, edits) };
  }

  async #restore(row: Row, edits: Write<unknown>[]): Promise<Echo<Row>> {
    const echo = await this.#submit<Row>(restoreWrite(this.#tripId, row));
    for (const write of edits.splice(0)) void this.#submit(write);
    return echo;
  }

  #editsOf(id: string): Write<unknown>[] {
    const found = this.#edits.get(id) ?? [];
    this.#edits.set(id, found);
    return found;
  }
}

export function findRow(trip: TripDto, id: string): Row | undefined {
  return (
    findStop(trip, id) ??
    findReservation(trip, id) ??
    findExpense(trip, id) ??
    findSettlement(trip, id) ??
    findItem(trip, id)
  );
}

function isKept({ label }: Write<unknown>): boolean {
  return KEPT.has(label.action);
}

function restoreWrite(tripId: string, row: Row): Write<Row> {
  if ("text" in row) return restoreItemWrite(tripId, row);
  if ("paidOn" in row) return restoreSettlementWrite(tripId, row);
  if ("money" in row) return restoreExpenseWrite(tripId, row.id);
  return "confirmation" in row ? restoreReservationWrite(tripId, row.id) : restoreStopWrite(tripId, row.id);
}
