import { createHash } from "node:crypto";
import { DatabaseError } from "pg";
import type { Db } from "#db/client.ts";
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

/** @throws Replay when this key was answered, AppError KEY_REUSED when it stood for something else. */
export async function replayIfAnswered(ctx: Ctx, db: Db): Promise<void> {
  const { idempotency } = ctx.write;
  if (!idempotency) return;
  const [answer] = await selectStoredAnswer(db, { userId: ctx.viewer.userId, key: idempotency.key });
  if (!answer) return;
  if (answer.requestHash === idempotency.requestHash) throw new Replay(answer);
  throw new AppError("KEY_REUSED", "This Idempotency-Key was used for another request. Use a new one.");
}

/** The row that stores this request's answer; null when the caller sent no key. */
export function keyOf(
  ctx: Ctx,
  answer: { tripSeq: number | null; body: unknown; at: Date },
): KeyParams | null {
  const { idempotency } = ctx.write;
  if (!idempotency) return null;
  const { key, requestHash } = idempotency;
  const status = ctx.reply.status ?? idempotency.status;
  const body = answer.body === undefined ? "" : JSON.stringify(answer.body);
  return {
    key,
    requestHash,
    userId: ctx.viewer.userId,
    status,
    tripSeq: answer.tripSeq,
    body,
    at: answer.at,
  };
}

/** The name of the violated unique constraint, or null. */
export function violatedUnique(error: unknown): string | null {
  const fault = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error;
  return fault instanceof DatabaseError && fault.code === "23505" ? (fault.constraint ?? "") : null;
}

/** Two repeats at once: the loser's transaction was undone by the key's uniqueness and gets the winner's answer. */
export async function settleKeyRace(ctx: Ctx, error: unknown): Promise<void> {
  if (violatedUnique(error)?.startsWith("idempotency_keys")) await replayIfAnswered(ctx, ctx.db);
}
