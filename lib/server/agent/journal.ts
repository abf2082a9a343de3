import { setTimeout as sleep } from "node:timers/promises";
import { appendRunEvents, selectAgentThread } from "#db/queries/agent.ts";
import type { StoredAgentEventBody, ProposedWrite } from "#db/schema/agent.ts";
import type { AgentPart, AgentRunDto } from "#lib/shared/agent.ts";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import type { Ctx } from "../context.ts";
import { LEASE_MS } from "./begin-run.ts";
import type { StopReason } from "./runs-here.ts";
import { notifyAgentListeners } from "./agent-listeners.ts";

/** How long the texts of a reply are collected before they are written; the first text is written at once. */
const PAUSE_MS = 40;
const RETRY = { firstMs: 100, maxMs: 2000 };
/** How long writes are retried: clearly shorter than the lease. */
const PATIENCE_MS = LEASE_MS - 4000;

/** The run's replies and steps, in order, as events that everybody in the trip can read. */
export interface RunJournal {
  /** Returns the index of the reply's next part. */
  nextIndex(): number;
  /** Appends text to the part with this index. */
  text(index: number, text: string): void;
  /**
   * Sets the part with this index, together with the changes that its step proposes: either both are written, or
   * neither.
   */
  part(index: number, part: AgentPart, proposed?: ProposedWrite): void;
  /** Waits until everything is written. What could not be written is lost with the run. */
  settled(): Promise<void>;
}

/** What the work of a run uses to write its reply and to be stopped. */
export interface RunWriter {
  journal: RunJournal;
  stop: AbortController;
}

/** Opens the journal of a run. `stop` is aborted when another process has ended the run. */
export function openJournal(
  ctx: Pick<Ctx, "db" | "now">,
  tripId: string,
  run: AgentRunDto,
  stop: AbortController,
): RunJournal {
  const messageId = run.replyId;
  let queue: StoredAgentEventBody[] = [];
  /** Resolves when everything that was added so far is written. */
  let written = Promise.resolve();
  let isPumping = false;
  /** By part: the first code unit of a character whose second one has not arrived. */
  const halves = new Map<number, string>();
  let parts = 0;
  let batch = 0;

  async function pump(): Promise<void> {
    while (queue.length > 0) {
      const bodies = queue;
      queue = [];
      batch += 1;
      const held = await appendBatch(ctx, tripId, { runId: run.id, batch, bodies }).catch(() => null);
      // The run no longer occupies the thread, so events that are added from now on are never written.
      if (!held) return stop.abort("lost" satisfies StopReason);
      notifyAgentListeners(tripId);
      if (held.isCancelled) stop.abort("cancelled" satisfies StopReason);
      if (queue.length > 0) await sleep(PAUSE_MS);
    }
    // The flag is reset in the same turn as the last check, so that nothing can be added in between.
    isPumping = false;
  }

  function add(body: StoredAgentEventBody): void {
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

/** Writes the events once, however many attempts it takes; null when the run no longer occupies the thread. */
function appendBatch(
  ctx: Pick<Ctx, "db" | "now">,
  tripId: string,
  { runId, batch, bodies }: { runId: string; batch: number; bodies: StoredAgentEventBody[] },
): Promise<{ isCancelled: boolean } | null> {
  const at = ctx.now();
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const events = { tripId, runId, batch, bodies: storable(bodies), leaseUntil, at };
  return withRetries(async () => {
    const [added] = await appendRunEvents(ctx.db, events);
    if (added) return added;
    // Either the events were written and only the answer was lost, or another run occupies the thread.
    const [thread] = await selectAgentThread(ctx.db, { tripId });
    return thread?.runId === runId && thread.runBatch === batch ? thread : null;
  });
}

/** Returns JSON that PostgreSQL accepts: a model's text may contain a null character, or half of a surrogate pair. */
function storable(bodies: StoredAgentEventBody[]): string {
  return JSON.stringify(bodies, cleanText);
}

function cleanText(_: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value;
}

/**
 * Splits off half a surrogate pair at the end, because a character of two UTF-16 code units may arrive in two pieces.
 */
function wholeLetters(text: string): { whole: string; half: string } {
  const half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
  return { whole: text.slice(0, text.length - half.length), half };
}

/** Retries database work, because a lost connection is opened again. */
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
