import type { ErrorBody } from "#lib/shared/errors.ts";
import type { SettlementDto } from "#lib/shared/settlements.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { ApiError } from "../base/api.ts";
import type { ConflictNotice, WriteAnswer, Notice } from "../writes/notices.ts";
import type { PendingWrite } from "./pending-write.ts";
import { allowSimilarPayment } from "../writes/settlement-writes.ts";
import type { Edit, Write } from "../writes/write.ts";
import { remakeWrite } from "../writes/write-kinds.ts";

interface NoticeWays {
  submit: (write: Write<unknown>) => Promise<WriteAnswer<unknown>>;
  decided: () => void;
}

/**
 * Whether the service refused an edit because somebody else changed the same fields, so that the author has to choose.
 */
export function isConflict(
  write: Write<unknown>,
  { code }: ErrorBody,
): write is Write<unknown> & { edit: Edit } {
  return code === "FIELD_CONFLICT" && write.edit !== undefined;
}

/**
 * Returns the settlement that somebody else has recorded and that looks like the refused one; null for every other
 * refusal.
 */
export function similarSettlement({ code, details }: ErrorBody): SettlementDto | null {
  if (code !== "SIMILAR_PAYMENT") return null;
  return (details?.["current"] as SettlementDto | undefined) ?? null;
}

/** Whether the refusal leaves a decision to the author. */
export function isAuthorDecisionNeeded(write: Write<unknown>, body: ErrorBody): boolean {
  return isConflict(write, body) || similarSettlement(body) !== null;
}

function similarNotice(
  { write, key }: PendingWrite,
  error: ErrorBody,
  tripId: string,
  ways: NoticeWays,
): Notice | null {
  const current = similarSettlement(error);
  const again = write.recipe && remakeWrite(tripId, allowSimilarPayment(write.recipe));
  if (!current || !again) return null;
  function add(): Promise<WriteAnswer<unknown>> {
    ways.decided();
    return ways.submit(again as Write<unknown>);
  }
  return { kind: "similar", key, write: write.label, error, current, add };
}

/** Returns the notice about a refused write; null when the user has been informed already. */
export function refusalNotice(
  pending: PendingWrite,
  { body }: ApiError,
  trip: TripDto,
  { submit, decided }: NoticeWays,
): Notice | null {
  const { write, isOrphaned, key, hasWaited, kept } = pending;
  if (isOrphaned && body.code === "NOT_FOUND") return null;
  if (write.explained === body.code) return null;
  if (!isConflict(write, body)) {
    // The write is in the list of what could not be saved, until its author has decided.
    if (hasWaited && kept === "yes") return null;
    const similar = similarNotice(pending, body, trip.id, { submit, decided });
    return similar ?? { kind: "refused", write: write.label, error: body };
  }
  const { edit } = write;
  const fields = Array.isArray(body.details?.fields) ? body.details.fields.map(String) : [...edit.fields];
  return {
    kind: "conflict",
    key,
    write: write.label,
    error: body,
    fields,
    // The service sends the current row, which has the kind of the edited row.
    current: (body.details?.current as ConflictNotice["current"]) ?? edit.current(trip),
    mine: edit.patch,
    isKept: () => pending.kept === "yes",
    decided,
    retry: ({ force }) => submit({ ...write, edit: { ...edit, force, baseSeq: undefined } }),
  };
}
