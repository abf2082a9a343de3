import { conflictFields, type EditedKind } from "#lib/shared/conflict-fields.ts";
import type { TripEvent } from "#lib/shared/events.ts";
import { ApiError } from "../base/api.ts";
import { listActionNames } from "../writes/list-writes.ts";
import type { Write, WriteAction } from "../writes/write.ts";
import type { PendingWrite } from "./pending-write.ts";

/**
 * The number of internal errors after which a write is given up, so that it does not delay the writes behind it for
 * ever.
 */
const MAX_INTERNAL_ERRORS = 5;
/**
 * How long after its first attempt a write may be repeated: a day less than the week for which the service remembers an
 * idempotency key, since clocks differ.
 */
const REPEATABLE_MS = 6 * 24 * 60 * 60 * 1000;
const CREATES: ReadonlySet<WriteAction> = new Set([
  "addStop",
  "addComment",
  "addReservation",
  "addExpense",
  "addSettlement",
  "addItems",
  "addDecision",
  "addMember",
  "addSuggestion",
  ...listActionNames("add"),
]);

/** The kind of row that an edit changes, for edits that conflict over more fields than those that they write. */
const KINDS: Partial<Record<WriteAction, EditedKind>> = {
  updateTrip: "trip",
  updateStop: "stop",
  updateReservation: "reservation",
  updateSettlement: "settlement",
};

/** Returns the rows and fields of which a write must know what others have changed since. */
export function dependenciesOf({ edit, basis, label }: Write<unknown>) {
  if (!edit) return basis ?? null;
  const kind = KINDS[label.action];
  const beside = kind ? conflictFields(kind, edit.patch) : [];
  return { entityIds: [label.entityId], fields: [...edit.fields, ...beside] };
}

/**
 * Moves a write's `baseSeq` over an event that is no conflict: an event of the same user, or one that leaves the
 * write's fields alone.
 */
export function advanceBase(
  pending: Pick<PendingWrite, "write" | "baseSeq">,
  event: TripEvent,
  userId: string,
): void {
  const on = dependenciesOf(pending.write);
  if (!on || pending.baseSeq !== event.seq - 1) return;
  const isForeign =
    event.op !== "redacted" &&
    on.entityIds.includes(event.entityId) &&
    !(event.actorId === userId && event.via === "user") &&
    on.fields.some((field) => Object.hasOwn(event.changes ?? {}, field));
  if (!isForeign) pending.baseSeq = event.seq;
}

/** Returns the later writes that make no sense without this one, because they refer to the row that it creates. */
export function dependents(pending: PendingWrite, items: readonly PendingWrite[]): PendingWrite[] {
  const ids = createdBy(pending.write);
  if (ids.length === 0) return [];
  const later = items.slice(items.indexOf(pending) + 1);
  return later.filter(({ write }) => {
    if (ids.includes(write.label.entityId)) return true;
    const said = JSON.stringify(write.recipe?.args ?? null);
    return ids.some((id) => said.includes(id));
  });
}

/**
 * Fields whose change affects other rows: days are added and removed, or amounts are converted. Accepting a suggestion
 * affects its rows too.
 */
const FAR_FIELDS: ReadonlySet<string> = new Set(["startDate", "endDate", "currency"]);

function reachesFar({ label, edit }: Write<unknown>): boolean {
  return (
    label.action === "acceptSuggestion" || (edit?.fields.some((field) => FAR_FIELDS.has(field)) ?? false)
  );
}

/** The actions whose events are about other rows than the one that the write's label names. */
const SEVERAL_ROWS: ReadonlySet<WriteAction> = new Set(["undo", "closeDecision"]);

/**
 * Whether a write waits for the events of an earlier one of the same user. Sent without them it would be based on the
 * former trip, and the service, which does not compare authors, would take those events for somebody else's.
 */
export function mustWaitFor(write: Write<unknown>, earlier: Write<unknown>): boolean {
  const on = dependenciesOf(write);
  if (!on) return false;
  // The write was computed from many rows, some of which may not have existed yet.
  if (!write.edit) return true;
  const rows = new Set([earlier.label.entityId, ...(earlier.basis?.entityIds ?? [])]);
  const isOfSeveral = reachesFar(earlier) || SEVERAL_ROWS.has(earlier.label.action);
  return isOfSeveral || on.entityIds.some((id) => rows.has(id));
}

/** Whether a later write would be lost, or refused, without this one. */
export function hasDependents(pending: PendingWrite, items: readonly PendingWrite[]): boolean {
  const { write } = pending;
  const later = items.slice(items.indexOf(pending) + 1);
  if (reachesFar(write)) return later.length > 0;
  if (CREATES.has(write.label.action)) return dependents(pending, items).some((each) => !isVote(each));
  const isSame = (each: PendingWrite) => each.write.label.entityId === write.label.entityId;
  return !write.edit && later.some((each) => isSame(each) && !each.write.edit && !isVote(each));
}

function isVote({ write }: PendingWrite): boolean {
  return write.label.action === "vote";
}

function createdBy({ label, recipe }: Write<unknown>): string[] {
  if (!CREATES.has(label.action)) return [];
  const [given] = recipe?.args ?? [];
  const several: unknown[] = label.action === "addItems" && Array.isArray(given) ? given : [];
  const ids = several.flatMap((each) =>
    typeof each === "object" && each !== null && "id" in each ? [String(each.id)] : [],
  );
  return [...new Set([...ids, label.entityId])];
}

/**
 * Whether the write was sent so long ago, without an answer, that the service would execute its repeat a second time. A
 * repeated create does no harm, because the row's id is the same.
 */
export function isTooLateToRepeat(
  { write, sentAt }: Pick<PendingWrite, "write" | "sentAt">,
  now: number,
): boolean {
  return sentAt !== null && now - sentAt > REPEATABLE_MS && !CREATES.has(write.label.action);
}

/** Returns the error that replaces an answer: nobody can say whether the write was executed. */
export function unknownOutcomeError(): ApiError {
  const message = "Nobody can say any more whether this change has arrived.";
  return new ApiError(409, { code: "KEY_REUSED", message, requestId: "" });
}

/** Whether another attempt would change nothing. */
export function isFinalError(pending: PendingWrite, { status }: ApiError): boolean {
  if (status === 500) return ++pending.internalErrors >= MAX_INTERNAL_ERRORS;
  return (
    status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 425 && status !== 429
  );
}

/** Whether an error is the service's own refusal, which another attempt would not change. */
export function isServiceRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && ![401, 408, 425, 429].includes(error.status);
}

/** Returns the oldest unanswered write, unless it depends on missing events, or on a write of another page. */
export function nextToSend(
  items: readonly PendingWrite[],
  elsewhere: { holdsBack(pending: PendingWrite): boolean },
): PendingWrite | undefined {
  const index = items.findIndex(({ phase }) => phase === "queued");
  const next = items[index];
  if (!next || elsewhere.holdsBack(next)) return undefined;
  return items.slice(0, index).some(({ write }) => mustWaitFor(next.write, write)) ? undefined : next;
}
