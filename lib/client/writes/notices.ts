import type { ErrorBody } from "#lib/shared/errors.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import type { ItemDto } from "#lib/shared/items.ts";
import type { ReservationDto } from "#lib/shared/reservations.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import type { UndoSkippedRow } from "#lib/shared/undo.ts";
import type { KnownListRow } from "./list-writes.ts";
import type { EditedRow, WriteLabel } from "./write.ts";

/**
 * The kinds of rows whose deletion by somebody else is reported with a notice. The notice offers to restore the row
 * together with the changes that were made meanwhile.
 */
export type RestorableRow = StopDto | ReservationDto | ExpenseDto | SettlementDto | ItemDto | KnownListRow;

/** The answer of a write: the row as written, and the seq of the write's last event (null when nothing changed). */
export interface WriteAnswer<T> {
  data: T;
  seq: number | null;
  /**
   * Only for a change that was merely suggested, so that nothing is written: removes it from the draft. The answer of
   * that removal can add the change again.
   */
  takeBack?: () => WriteAnswer<unknown>;
}

/** A write was refused, and the view no longer shows it. */
export interface RefusedNotice {
  kind: "refused";
  write: WriteLabel;
  error: ErrorBody;
}

/** Somebody else changed the same fields since this edit began; the view shows that person's version again. */
export interface ConflictNotice {
  kind: "conflict";
  /** The key of the write, also in the list of what could not be saved. */
  key: string;
  write: WriteLabel;
  error: ErrorBody;
  /** The fields of the conflict, as named in the patch. */
  fields: string[];
  /** The row's current state, when the service sent it. */
  current: EditedRow | null;
  /** The values that this edit tried to write. */
  mine: Record<string, unknown>;
  /** Whether the write is stored on the device; if so, {@link key} finds it in the list of what could not be saved. */
  isKept(): boolean;
  /** Deletes the stored write; call it when the author has decided. */
  decided(): void;
  /** Sends the edit again; `force` overwrites what others have changed. */
  retry(options: { force: boolean }): Promise<WriteAnswer<unknown>>;
}

/** Somebody else has recorded a payment that looks the same: the author decides whether theirs is another payment. */
export interface SimilarPaymentNotice {
  kind: "similar";
  /** The key of the write, also in the list of what could not be saved. */
  key: string;
  write: WriteLabel;
  error: ErrorBody;
  /** The settlement that the other member has recorded. */
  current: SettlementDto;
  /** Records the payment, because it is another one. */
  add(): Promise<WriteAnswer<unknown>>;
}

/** Somebody else deleted a row that this client has open, edits, or has an unsent write for. */
export interface DeletedNotice {
  kind: "deleted";
  row: RestorableRow;
  /** The id of the user who deleted the row; null when the service itself did. */
  actorId: string | null;
  /** Whether writes of this client came too late for the row; {@link restore} sends them again. */
  hasEdits: boolean;
  restore(): Promise<WriteAnswer<unknown>>;
}

/** An undo left rows as they are, because somebody has changed them since. */
export interface UndoSkippedNotice {
  kind: "kept";
  rows: readonly UndoSkippedRow[];
}

export type Notice =
  | RefusedNotice
  | ConflictNotice
  | SimilarPaymentNotice
  | DeletedNotice
  | UndoSkippedNotice;
