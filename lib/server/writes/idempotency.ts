import { hash } from "node:crypto";
import { DatabaseError } from "pg";
import { selectGroupOf } from "#db/queries/events.ts";
import { type IdempotencyKeyParams, selectStoredAnswer, type StoredAnswer } from "#db/queries/write.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { toWireFor } from "../events/wire.ts";
import { getTripAsOf } from "../history/trip-as-of.ts";

type Holding = NonNullable<Ctx["write"]["idempotency"]>["holds"];

/** Ends a repeated request with the stored answer of the first request. */
export class Replay extends Error {
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super("This request was answered before.");
    this.name = "Replay";
    this.answer = answer;
  }
}

/** Returns the SHA-256 of the parts of a request; two requests are the same if these parts are equal. */
export function hashOf(...parts: string[]): string {
  return hash("sha256", JSON.stringify(parts), "base64url");
}

/**
 * Answers a repeated request after its write has failed. Repeats are rare, so a write does not look for a stored answer
 * first; a repeat fails because its idempotency key is stored already, or because the change was made already. It then
 * gets the answer of the first request, whatever has changed since, unless the caller may no longer read the trip.
 * `tripId` is the trip that was written, or null where there is none.
 * @throws Replay when this key has an answer; AppError KEY_REUSED when the key belongs to another request.
 */
export async function replayAfterFailure(ctx: Ctx, error: unknown, tripId: string | null): Promise<void> {
  const violated = violatedUnique(error);
  if (error instanceof AppError || violated !== null) await replayIfAnswered(ctx, tripId);
  // An answer is stored, but the caller may no longer read the trip, so the error is that of a stranger.
  if (ctx.write.idempotency && violated === "idempotency_keys_user_id_key_pk") throw notFound("trip");
}

/**
 * Looks for a stored answer before the write. Only writes with effects outside the database need this, because a
 * failing transaction does not undo these effects.
 * @throws as {@link replayAfterFailure}
 */
export async function replayIfAnswered(ctx: Ctx, tripId: string | null): Promise<void> {
  const { idempotency } = ctx.write;
  if (!idempotency) return;
  const [answer] = await selectStoredAnswer(ctx.db, { userId: ctx.viewer.userId, key: idempotency.key });
  if (!answer) return;
  if (answer.requestHash !== idempotency.requestHash) {
    throw new AppError("KEY_REUSED", "This Idempotency-Key was used for another request. Use a new one.");
  }
  const body = await bodyAgain(ctx, answer, tripId);
  if (body !== null) throw new Replay({ ...answer, body });
}

/*
 * The stored answer leaves out what the event log still has, because each write would else store a copy of a whole trip
 * or of all rows of an undo.
 */

/** A stored answer of this prefix and the trip's id means: the trip as it was after the answer's seq. */
const WHOLE_TRIP = "trip:";
/**
 * A stored answer of this prefix means: the events of the write that ended at the answer's seq. What an undo did not
 * reverse follows as JSON.
 */
const EVENTS = "events:";

/** Returns the body of the repeated answer, or null where the caller may no longer read it. */
async function bodyAgain(
  ctx: Ctx,
  { body, tripSeq }: StoredAnswer,
  tripId: string | null,
): Promise<string | null> {
  const seq = tripSeq ?? 0;
  try {
    if (body.startsWith(WHOLE_TRIP))
      return JSON.stringify(await getTripAsOf(ctx, body.slice(WHOLE_TRIP.length), { seq }));
    // An empty body reveals nothing, so a member who has left the trip gets the answer of the leaving again.
    const isFree = ctx.write.idempotency?.holds === "own" || body === "";
    if (isFree || tripId === null) return body;
    await requireAccess(ctx, tripId, "guest");
    return body.startsWith(EVENTS) ? await eventsAgain(ctx, tripId, seq, body.slice(EVENTS.length)) : body;
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

async function eventsAgain(ctx: Ctx, tripId: string, seq: number, kept: string): Promise<string> {
  const rows = await selectGroupOf(ctx.db, { tripId, seq });
  const events = rows.map((row) => toWireFor(row, ctx.viewer.userId));
  return JSON.stringify({ events, ...(kept !== "" && { kept: JSON.parse(kept) as unknown }) });
}

/** Whether the answer is read from the event log again, so that its stored part contains no text of a user. */
export function isReadFromEventLog(body: string): boolean {
  return body.startsWith(WHOLE_TRIP) || body.startsWith(EVENTS);
}

/** Returns the row that stores this request's answer. */
export function idempotencyKeyRow(
  ctx: Ctx,
  answer: { tripSeq: number | null; body: unknown; at: Date },
): IdempotencyKeyParams {
  const { idempotency } = ctx.write;
  const { userId } = ctx.viewer;
  const { tripSeq, at } = answer;
  if (!idempotency) return { userId, key: null, requestHash: "", status: 0, tripSeq, body: "", at };
  const { key, requestHash } = idempotency;
  const status = ctx.reply.status ?? idempotency.status;
  return { userId, key, requestHash, status, tripSeq, body: keptBody(answer.body, idempotency.holds), at };
}

function keptBody(body: unknown, holds: Holding): string {
  if (body === undefined) return "";
  const fields: object = typeof body === "object" && body !== null ? body : {};
  if (holds === "trip" && "id" in fields) return `${WHOLE_TRIP}${String(fields.id)}`;
  const events: unknown = holds === "events" && "events" in fields ? fields.events : null;
  const kept: unknown = "kept" in fields ? fields.kept : undefined;
  // An answer without events has no group in the event log, so its whole body is stored.
  if (!Array.isArray(events) || events.length === 0) return JSON.stringify(body);
  return `${EVENTS}${kept === undefined ? "" : JSON.stringify(kept)}`;
}

/** Returns the name of the violated unique constraint, or null. */
export function violatedUnique(error: unknown): string | null {
  const fault = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error;
  return fault instanceof DatabaseError && fault.code === "23505" ? (fault.constraint ?? "") : null;
}
