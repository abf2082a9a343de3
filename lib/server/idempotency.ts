import { createHash } from "node:crypto";
import { DatabaseError } from "pg";
import { type KeyParams, selectStoredAnswer, type StoredAnswer } from "#db/queries/write.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { Ctx } from "./context.ts";

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
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/**
 * Requests are seldom repeated, so none asks beforehand whether it is. A repeated one fails: its key is in the table,
 * or what it wants is done already. Either way it gets the answer of the first, whatever has changed since.
 * @throws Replay when this key was answered, AppError KEY_REUSED when it stood for something else.
 */
export async function replayAfter(ctx: Ctx, error: unknown): Promise<void> {
  if (error instanceof AppError || violatedUnique(error) !== null) await replayIfAnswered(ctx);
}

/**
 * Asks beforehand, for the few writes that reach beyond the database: no failing transaction undoes those.
 * @throws as {@link replayAfter}
 */
export async function replayIfAnswered(ctx: Ctx): Promise<void> {
  const { idempotency } = ctx.write;
  if (!idempotency) return;
  const [answer] = await selectStoredAnswer(ctx.db, { userId: ctx.viewer.userId, key: idempotency.key });
  if (!answer) return;
  if (answer.requestHash === idempotency.requestHash) throw new Replay(answer);
  throw new AppError("KEY_REUSED", "This Idempotency-Key was used for another request. Use a new one.");
}

/** The row that stores this request's answer. */
export function keyOf(ctx: Ctx, answer: { tripSeq: number | null; body: unknown; at: Date }): KeyParams {
  const { idempotency } = ctx.write;
  const { userId } = ctx.viewer;
  const { tripSeq, at } = answer;
  if (!idempotency) return { userId, key: null, requestHash: "", status: 0, tripSeq, body: "", at };
  const { key, requestHash } = idempotency;
  const status = ctx.reply.status ?? idempotency.status;
  const body = answer.body === undefined ? "" : JSON.stringify(answer.body);
  return { userId, key, requestHash, status, tripSeq, body, at };
}

/** The name of the violated unique constraint, or null. */
export function violatedUnique(error: unknown): string | null {
  const fault = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error;
  return fault instanceof DatabaseError && fault.code === "23505" ? (fault.constraint ?? "") : null;
}
