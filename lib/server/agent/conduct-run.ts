import { setTimeout as sleep } from "node:timers/promises";
import { renewAgentLease, selectAgentThread } from "#db/queries/agent.ts";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import { AppError } from "#lib/shared/errors.ts";
import { requireAccess } from "../access/access.ts";
import { requestLocale } from "../auth/locale.ts";
import type { Ctx } from "../context.ts";
import { env } from "../env/env.ts";
import { defer } from "../http/defer.ts";
import { log } from "../http/log.ts";
import { type BegunRun, LEASE_MS } from "./begin-run.ts";
import { endRun, type RunEnd } from "./end-run.ts";
import { bareTrace } from "./bare-trace.ts";
import { openJournal, type RunWriter } from "./journal.ts";
import { endOfStoppedRun, failedRunEnd } from "./run-ends.ts";
import { registerRun, unregisterRun, type StopReason } from "./runs-here.ts";
import type { ToolRun } from "./tool.ts";
import { announceAgent } from "./publish-agent-state.ts";

/** How soon this process notices that another process was told to stop the run. */
const LOOK_EVERY_MS = 400;
const RENEW_EVERY_MS = LEASE_MS / 3;
const RETRY = { firstMs: 200, maxMs: 2000 };

/** Runs an agent run in the background until its end. It throws nothing, and always frees the trip's thread. */
export function conductRun(ctx: Ctx, tripId: string, begun: BegunRun): void {
  const stop = registerRun(begun.run.id);
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
    unregisterRun(run.id);
    stop.abort("lost" satisfies StopReason);
    await watching;
    announceAgent(tripId);
  }
}

/** Returns the run's end. Even an unexpected error must not leave the thread occupied. */
async function outcome(run: ToolRun, begun: BegunRun, voice: RunWriter): Promise<RunEnd> {
  try {
    // The SDK is some megabytes of code, so it is loaded only when somebody uses the agent.
    const { answerQuestion } = await import("./answer-question.ts");
    return await answerQuestion(run, begun, voice);
  } catch (error) {
    if (voice.stop.signal.aborted) return endOfStoppedRun(voice.stop.signal.reason as StopReason);
    log().error({ ...bareTrace(error), tripId: run.tripId }, "a run of the agent failed");
    const isOut = error instanceof AppError && (error.code === "NOT_FOUND" || error.code === "FORBIDDEN");
    return failedRunEnd(isOut ? "NO_ACCESS" : "INTERNAL");
  }
}

/** Renews the lease, and notices when somebody stops the run or it is lost. */
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
      // A run is stopped when its user may no longer use the agent, so that it costs nothing more.
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

/**
 * Tries to write the run's end until it is written or somebody else has ended the run. If this process cannot, the tick
 * ends the run.
 */
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
