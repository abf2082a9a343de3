import { hash } from "node:crypto";
import { DatabaseError } from "pg";
import { selectGroupOf } from "#db/queries/events.ts";
import { type KeyParams, selectStoredAnswer, type StoredAnswer } from "#db/queries/write.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { requireAccess } from "./access.ts";
import type { Ctx } from "./context.ts";
import { toWireFor } from "./events/wire.ts";
import { getTripAsOf } from "./history/trip-as-of.ts";

type Holding = NonNullable<Ctx["write"]["idempotency"]>["holds"];

/** Ends a repeated request with the answer its first one got. */
export class Replay extends Error {
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super("This request was answered before.");
    this.name = "Replay";
    this.answer = answer;
  }
}

/** SHA-256 over parts that must be equal for two requests to be the same. */
export function hashOf(...parts: string[]): string {
  return hash("sha256", JSON.stringify(parts), "base64url");
}

/**
 * Requests are seldom repeated, so none asks beforehand whether it is. A repeated one fails: its key is in the table,
 * or what it wants is done already. Either way it gets the answer of the first, whatever has changed since; only who may
 * no longer read the trip gets none of what it said. `tripId` is the trip's that was written, null where there is none.
 * @throws Replay when this key was answered, AppError KEY_REUSED when it stood for something else.
 */
export async function replayAfter(ctx: Ctx, error: unknown, tripId: string | null): Promise<void> {
  const violated = violatedUnique(error);
  if (error instanceof AppError || violated !== null) await replayIfAnswered(ctx, tripId);
  // Answered, and not to be told: as it would be to anybody else.
  if (ctx.write.idempotency && violated === "idempotency_keys_user_id_key_pk") throw notFound("trip");
}

/**
 * Asks beforehand, for the few writes that reach beyond the database: no failing transaction undoes those.
 * @throws as {@link replayAfter}
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

/* What the log can tell again is not kept: a copy of a whole trip, or of all rows of an undo, for each write. */

/** Stands, with the trip's id, for the trip as it was after the answer's seq. */
const WHOLE_TRIP = "trip:";
/** Stands for the events of the write that ended at the answer's seq; what an undo left as it is stands behind it, as JSON. */
const EVENTS = "events:";

/** What is answered again; null where whoever asks may not read it any more. */
async function bodyAgain(
  ctx: Ctx,
  { body, tripSeq }: StoredAnswer,
  tripId: string | null,
): Promise<string | null> {
  const seq = tripSeq ?? 0;
  try {
    if (body.startsWith(WHOLE_TRIP))
      return JSON.stringify(await getTripAsOf(ctx, body.slice(WHOLE_TRIP.length), { seq }));
    // An empty answer tells nothing: whoever has left is told again that they have.
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

/** Whether the log tells the answer again, so that what is kept of it has nobody's words. */
export function isToldByLog(body: string): boolean {
  return body.startsWith(WHOLE_TRIP) || body.startsWith(EVENTS);
}

/** The row that stores this request's answer. */
export function keyOf(ctx: Ctx, answer: { tripSeq: number | null; body: unknown; at: Date }): KeyParams {
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
  // One that has written nothing has no events of its own to be told again.
  if (!Array.isArray(events) || events.length === 0) return JSON.stringify(body);
  return `${EVENTS}${kept === undefined ? "" : JSON.stringify(kept)}`;
}

/** The name of the violated unique constraint, or null. */
export function violatedUnique(error: unknown): string | null {
  const fault = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error;
  return fault instanceof DatabaseError && fault.code === "23505" ? (fault.constraint ?? "") : null;
}
