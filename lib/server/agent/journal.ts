import { setTimeout as sleep } from "node:timers/promises";
import { appendRunEvents, selectAgentThread } from "#db/queries/agent.ts";
import type { AgentEventBody, AgentPart, AgentRunDto } from "#lib/shared/agent.ts";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import type { Ctx } from "../context.ts";
import { LEASE_MS } from "./begin-run.ts";
import type { StopReason } from "./runs-here.ts";
import { wakeAgentReaders } from "./wakes.ts";

/** The first word goes at once, those behind it in company. */
const PAUSE_MS = 40;
const RETRY = { firstMs: 100, maxMs: 2000 };
/** Well within the lease. */
const ATTEMPTS = 5;

/** What a run says and does, in order, as events that everybody can read. */
export interface RunJournal {
  /** The place of the reply's next part. */
  nextIndex(): number;
  /** Adds to the text part at this place. */
  text(index: number, text: string): void;
  /** Puts a part at its place. */
  part(index: number, part: AgentPart): void;
  /** Waits until all of it is written; what could not be is gone with the run. */
  settled(): Promise<void>;
}

/** What a run's work is given to speak and to stop with. */
export interface RunVoice {
  journal: RunJournal;
  stop: AbortController;
}

/** `stop` fires when the run is no longer ours to write about. */
export function openJournal(
  ctx: Pick<Ctx, "db" | "now">,
  tripId: string,
  run: AgentRunDto,
  stop: AbortController,
): RunJournal {
  const messageId = run.replyId;
  let queue: AgentEventBody[] = [];
  /** Ends when everything that was added so far is written. */
  let written = Promise.resolve();
  let isPumping = false;
  let parts = 0;
  let batch = 0;

  async function pump(): Promise<void> {
    while (queue.length > 0) {
      const bodies = queue;
      queue = [];
      batch += 1;
      const held = await appendBatch(ctx, tripId, { runId: run.id, batch, bodies }).catch(() => null);
      if (!held) return stop.abort("lost" satisfies StopReason);
      wakeAgentReaders(tripId);
      if (held.isCancelled) stop.abort("cancelled" satisfies StopReason);
      if (queue.length > 0) await sleep(PAUSE_MS);
    }
  }

  function add(body: AgentEventBody): void {
    const last = queue.at(-1);
    const isMore = body.kind === "text" && last?.kind === "text" && last.index === body.index;
    if (isMore) queue[queue.length - 1] = { ...last, text: last.text + body.text };
    else queue.push(body);
    if (isPumping) return;
    isPumping = true;
    written = pump().finally(() => (isPumping = false));
  }

  return {
    nextIndex: () => parts++,
    text: (index, text) => add({ kind: "text", messageId, index, text }),
    part: (index, part) => add({ kind: "part", messageId, index, part }),
    settled: () => written,
  };
}

/** Adds them once, however often it takes; null when the run no longer holds the thread. */
function appendBatch(
  ctx: Pick<Ctx, "db" | "now">,
  tripId: string,
  { runId, batch, bodies }: { runId: string; batch: number; bodies: AgentEventBody[] },
): Promise<{ isCancelled: boolean } | null> {
  const at = ctx.now();
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const events = { tripId, runId, batch, bodies: JSON.stringify(bodies), leaseUntil, at };
  return withRetries(async () => {
    const [added] = await appendRunEvents(ctx.db, events);
    if (added) return added;
    // It was written, and the answer that said so was lost; or the run is somebody else's.
    const [thread] = await selectAgentThread(ctx.db, { tripId });
    return thread?.runId === runId && thread.runBatch === batch ? thread : null;
  });
}

/** A connection that was lost comes back. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt + 1 >= ATTEMPTS) throw error;
      await sleep(backoffDelay(attempt, RETRY, systemClock));
    }
  }
}
