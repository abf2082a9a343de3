import type { ErrorBody } from "#lib/shared/errors.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { KeptRow } from "#lib/shared/undo.ts";
import type { Row } from "./deleted-rows.ts";
import type { EditedRow, WriteLabel } from "./write.ts";

/** What a write's promise resolves with: the row as written and the seq of its last event (null: nothing changed). */
export interface Echo<T> {
  data: T;
  seq: number | null;
  /** Of a change that was only suggested, so that nothing of it is written: takes it back; its echo does it again. */
  takeBack?: () => Echo<unknown>;
}

/** A write was refused and its optimistic effect is gone from the view. */
export interface RefusedNotice {
  kind: "refused";
  write: WriteLabel;
  error: ErrorBody;
}

/** Someone changed the same fields since this edit began; the view shows their version again. */
export interface ConflictNotice {
  kind: "conflict";
  /** Of the write, in the list of what could not be saved too. */
  key: string;
  write: WriteLabel;
  error: ErrorBody;
  /** The fields in question, as named in the patch. */
  fields: string[];
  /** The row as it stands, when the service sent it. */
  current: EditedRow | null;
  /** What this edit wanted to write. */
  mine: Record<string, unknown>;
  /** It outlives the page: {@link key} leads to it in the list of what could not be saved. */
  isKept(): boolean;
  /** Its author has decided: nothing of it is kept on this device any more. */
  decided(): void;
  /** Writes it again; `force` overwrites what the others changed. */
  retry(options: { force: boolean }): Promise<Echo<unknown>>;
}

/** Somebody else has recorded a payment that looks the same: its author says whether it is another one. */
export interface SimilarNotice {
  kind: "similar";
  /** Of the write, in the list of what could not be saved too. */
  key: string;
  write: WriteLabel;
  error: ErrorBody;
  /** What the other has recorded. */
  current: SettlementDto;
  /** It is another payment. */
  add(): Promise<Echo<unknown>>;
}

/** Someone else deleted what this client has open, edits, or has an unsent change for. */
export interface DeletedNotice {
  kind: "deleted";
  row: Row;
  /** User id; null: the service itself. */
  actorId: string | null;
  /** Changes of this client did not reach it in time; {@link restore} makes them again. */
  hasEdits: boolean;
  restore(): Promise<Echo<unknown>>;
}

/** An undo left rows as they are, because somebody changed them since. */
export interface KeptNotice {
  kind: "kept";
  rows: readonly KeptRow[];
}

export type Notice = RefusedNotice | ConflictNotice | SimilarNotice | DeletedNotice | KeptNotice;
