import { setTimeout as sleep } from "node:timers/promises";
import { appendRunEvents, selectAgentThread } from "#db/queries/agent.ts";
import type { JournalBody, Proposed } from "#db/schema/agent.ts";
import type { AgentPart, AgentRunDto } from "#lib/shared/agent.ts";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import type { Ctx } from "../context.ts";
import { LEASE_MS } from "./begin-run.ts";
import type { StopReason } from "./runs-here.ts";
import { wakeAgentReaders } from "./wakes.ts";

/** The first word goes at once, those behind it in company. */
const PAUSE_MS = 40;
const RETRY = { firstMs: 100, maxMs: 2000 };
/** Well within the lease. */
const PATIENCE_MS = LEASE_MS - 4000;

/** What a run says and does, in order, as events that everybody can read. */
export interface RunJournal {
  /** The place of the reply's next part. */
  nextIndex(): number;
  /** Adds to the text part at this place. */
  text(index: number, text: string): void;
  /** Puts a part at its place, with what its step proposes: either both are written, or neither. */
  part(index: number, part: AgentPart, proposed?: Proposed): void;
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
  let queue: JournalBody[] = [];
  /** Ends when everything that was added so far is written. */
  let written = Promise.resolve();
  let isPumping = false;
  /** By part: the first half of a letter whose second half has not come. */
  const halves = new Map<number, string>();
  let parts = 0;
  let batch = 0;

  async function pump(): Promise<void> {
    while (queue.length > 0) {
      const bodies = queue;
      queue = [];
      batch += 1;
      const held = await appendBatch(ctx, tripId, { runId: run.id, batch, bodies }).catch(() => null);
      // What is added from now on is never written.
      if (!held) return stop.abort("lost" satisfies StopReason);
      wakeAgentReaders(tripId);
      if (held.isCancelled) stop.abort("cancelled" satisfies StopReason);
      if (queue.length > 0) await sleep(PAUSE_MS);
    }
    // In the turn of the last look: nothing that is added can fall in between.
    isPumping = false;
  }

  function add(body: JournalBody): void {
    const last = queue.at(-1);
    const isMore = body.kind === "text" && last?.kind === "text" && last.index === body.index;
    if (isMore) queue[queue.length - 1] = { ...last, text: last.text + body.text };
    else queue.push(body);
    if (isPumping) return;
    isPumping = true;
    written = pump();
  }

  return {
    nextIndex: () => parts++,
    text(index, text) {
      const { whole, half } = wholeLetters((halves.get(index) ?? "") + text);
      halves.set(index, half);
      if (whole !== "") add({ kind: "text", messageId, index, text: whole });
    },
    part: (index, part, proposed) =>
      add({ kind: "part", messageId, index, part, ...(proposed && { proposed }) }),
    settled: () => written,
  };
}

/** Adds them once, however often it takes; null when the run no longer holds the thread. */
function appendBatch(
  ctx: Pick<Ctx, "db" | "now">,
  tripId: string,
  { runId, batch, bodies }: { runId: string; batch: number; bodies: JournalBody[] },
): Promise<{ isCancelled: boolean } | null> {
  const at = ctx.now();
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const events = { tripId, runId, batch, bodies: storable(bodies), leaseUntil, at };
  return withRetries(async () => {
    const [added] = await appendRunEvents(ctx.db, events);
    if (added) return added;
    // It was written, and the answer that said so was lost; or the run is somebody else's.
    const [thread] = await selectAgentThread(ctx.db, { tripId });
    return thread?.runId === runId && thread.runBatch === batch ? thread : null;
  });
}

/** JSON that PostgreSQL takes: what a model writes may have a null character, or half a letter. */
function storable(bodies: JournalBody[]): string {
  return JSON.stringify(bodies, cleanText);
}

function cleanText(_: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
}

/** A letter of two UTF-16 units may come in two pieces. */
function wholeLetters(text: string): { whole: string; half: string } {
  const half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
  return { whole: text.slice(0, text.length - half.length), half };
}

/** A connection that was lost comes back. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(backoffDelay(attempt, RETRY, systemClock));
    }
  }
}
