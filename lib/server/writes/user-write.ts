import type { Db } from "#db/client.ts";
import { insertIdempotencyKey } from "#db/queries/write.ts";
import type { Ctx } from "../context.ts";
import { idempotencyKeyRow, replayAfterFailure } from "./idempotency.ts";

/**
 * Runs a write to data of the caller alone, which belongs to no trip. The same transaction stores the answer for a
 * repeat.
 */
export async function writeUserData<T>(ctx: Ctx, work: (tx: Db, at: Date) => Promise<T>): Promise<T> {
  const at = ctx.now();
  try {
    return await ctx.db.transaction(
      (tx) => work(tx, at),
      (tx, answer) => insertIdempotencyKey(tx, idempotencyKeyRow(ctx, { tripSeq: null, body: answer, at })),
    );
  } catch (error) {
    await replayAfterFailure(ctx, error, null);
    throw error;
  }
}
