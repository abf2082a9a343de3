import { setTimeout as sleep } from "node:timers/promises";
import { renewAgentLease, selectAgentThread } from "#db/queries/agent.ts";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import { AppError } from "#lib/shared/errors.ts";
import { requireAccess } from "../access.ts";
import { requestLocale } from "../auth/locale.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { type BegunRun, LEASE_MS } from "./begin-run.ts";
import { endRun, type RunEnd } from "./end-run.ts";
import { bareTrace } from "./bare-trace.ts";
import { openJournal, type RunVoice } from "./journal.ts";
import { endOfStopped, failedBy } from "./run-ends.ts";
import { enterRun, leaveRun, type StopReason } from "./runs-here.ts";
import type { ToolRun } from "./tool.ts";
import { announceAgent } from "./nudge-room.ts";

/** How soon a stop that somebody asked another process for is noticed here. */
const LOOK_EVERY_MS = 400;
const RENEW_EVERY_MS = LEASE_MS / 3;
const RETRY = { firstMs: 200, maxMs: 2000 };

/** Answers a question in the background, to its end: nothing is thrown, and the thread is free again in any case. */
export function conductRun(ctx: Ctx, tripId: string, begun: BegunRun): void {
  const stop = enterRun(begun.run.id);
  defer(() => conduct(ctx, tripId, begun, stop), "a run of the agent");
}

async function conduct(ctx: Ctx, tripId: string, begun: BegunRun, stop: AbortController): Promise<void> {
  const { run, groupId } = begun;
  const late = setTimeout(() => stop.abort("late" satisfies StopReason), env().AGENT_MAX_SECONDS * 1000);
  const watching = watch(ctx, tripId, run.id, stop);
  const journal = openJournal(ctx, tripId, run, stop);
  const asMember: ToolRun = {
    ctx: {
      ...ctx,
      via: "agent",
      signal: stop.signal,
      run: { id: run.id, groupId },
      write: { idempotency: null, baseSeq: null, force: false },
      reply: { status: null, tripSeq: null, nextCursor: null },
    },
    tripId,
    mode: run.mode,
    readSeq: 0,
    proposed: [],
  };
  try {
    const end = await outcome(asMember, begun, { journal, stop });
    await journal.settled();
    await endForGood(ctx, tripId, run.id, end);
  } finally {
    clearTimeout(late);
    leaveRun(run.id);
    stop.abort("lost" satisfies StopReason);
    await watching;
    announceAgent(tripId);
  }
}

/** What was thrown past all others is no reason to leave the thread held. */
async function outcome(run: ToolRun, begun: BegunRun, voice: RunVoice): Promise<RunEnd> {
  try {
    // The SDK is some megabytes of code, which only those who ask have to wait for.
    const { answerQuestion } = await import("./answer-question.ts");
    return await answerQuestion(run, begun, voice);
  } catch (error) {
    if (voice.stop.signal.aborted) return endOfStopped(voice.stop.signal.reason as StopReason);
    log().error({ ...bareTrace(error), tripId: run.tripId }, "a run of the agent failed");
    const isOut = error instanceof AppError && (error.code === "NOT_FOUND" || error.code === "FORBIDDEN");
    return failedBy(isOut ? "NO_ACCESS" : "INTERNAL");
  }
}

/** Renews the lease, and notices what others have done to the run. */
async function watch(ctx: Ctx, tripId: string, runId: string, stop: AbortController): Promise<void> {
  let renewedAt = ctx.now().getTime();
  while (!stop.signal.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return;
    const now = ctx.now().getTime();
    const isDue = now - renewedAt >= RENEW_EVERY_MS;
    try {
      const held = isDue ? await renew(ctx, tripId, runId, now) : await look(ctx, tripId, runId);
      if (isDue) renewedAt = now;
      if (!held) stop.abort("lost" satisfies StopReason);
      else if (held.isCancelled) stop.abort("cancelled" satisfies StopReason);
      // Nobody pays for what is asked by somebody who may no longer ask.
      else if (isDue && !(await mayAsk(ctx, tripId))) stop.abort("removed" satisfies StopReason);
    } catch (error) {
      log().warn({ err: error, tripId }, "a run of the agent could not look after itself");
    }
  }
}

async function mayAsk(ctx: Ctx, tripId: string): Promise<boolean> {
  const access = await requireAccess(ctx, tripId, "viewer").catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return access !== null;
}

async function renew(
  ctx: Ctx,
  tripId: string,
  runId: string,
  now: number,
): Promise<{ isCancelled: boolean } | undefined> {
  const [held] = await renewAgentLease(ctx.db, { tripId, runId, leaseUntil: new Date(now + LEASE_MS) });
  return held;
}

async function look(ctx: Ctx, tripId: string, runId: string): Promise<{ isCancelled: boolean } | undefined> {
  const [thread] = await selectAgentThread(ctx.db, { tripId });
  return thread?.runId === runId ? thread : undefined;
}

/** Until it is written, or somebody else has ended the run; the tick does where this process can't. */
async function endForGood(ctx: Ctx, tripId: string, runId: string, end: RunEnd): Promise<void> {
  const giveUpAt = ctx.now().getTime() + LEASE_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      await endRun(ctx.db, tripId, { runId, end, locale: requestLocale(ctx.headers) });
      return;
    } catch (error) {
      if (ctx.now().getTime() > giveUpAt) throw error;
      await sleep(backoffDelay(attempt, RETRY, systemClock));
    }
  }
}
