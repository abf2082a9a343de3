import type { Db } from "#db/client.ts";
import { insertIdempotencyKey } from "#db/queries/write.ts";
import type { Ctx } from "./context.ts";
import { keyOf, replayAfter } from "./idempotency.ts";

/** A write of what is the caller's alone and no trip's: in one transaction with the answer that a repeat gets. */
export async function writeOwn<T>(ctx: Ctx, work: (tx: Db, at: Date) => Promise<T>): Promise<T> {
  const at = ctx.now();
  try {
    return await ctx.db.transaction(
      (tx) => work(tx, at),
      (tx, answer) => insertIdempotencyKey(tx, keyOf(ctx, { tripSeq: null, body: answer, at })),
    );
  } catch (error) {
    await replayAfter(ctx, error, null);
    throw error;
  }
}
