import { setTimeout as sleep } from "node:timers/promises";
import { selectAgentThread } from "#db/queries/agent.ts";
import { backoffDelay, systemClock } from "#lib/shared/clock.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { Ctx } from "../context.ts";
import { log } from "../http/log.ts";
import { addSuggestion } from "../suggestions/add-suggestion.ts";
import type { RunJournal } from "./journal.ts";
import { stepRefusal } from "./refusals.ts";
import { askersWords, leftOut } from "./sentences.ts";
import type { ToolRun } from "./tool.ts";

const RETRY = { firstMs: 200, maxMs: 2000 };
const ATTEMPTS = 5;

/**
 * Makes what a run has collected a suggestion of whoever asked, for the editors to take line by line; after the run was
 * stopped too, but not once somebody else has ended it. Lines that no longer fit the trip are left out, and said.
 */
export async function proposeCollected(run: ToolRun, journal: RunJournal): Promise<void> {
  const { tripId, proposed, proposedSince: baseSeq = null } = run;
  if (proposed.length === 0 || !(await isStillHeld(run))) return;
  // By the member's own rights, as any suggestion.
  const ctx: Ctx = { ...run.ctx, run: undefined, write: { ...run.ctx.write, baseSeq } };
  let changes = proposed;
  while (changes.length > 0) {
    const outcome = await suggested(ctx, tripId, changes);
    if ("id" in outcome) {
      journal.part(journal.nextIndex(), { type: "proposal", suggestionId: outcome.id });
      break;
    }
    const left = changes.filter((_, index) => !outcome.stale.has(index));
    if (left.length === changes.length) return sayLeftOut(run, journal, changes.length, outcome.refusal);
    changes = left;
  }
  if (changes.length < proposed.length) sayLeftOut(run, journal, proposed.length - changes.length, null);
}

async function isStillHeld({ ctx, tripId }: ToolRun): Promise<boolean> {
  const [thread] = await selectAgentThread(ctx.db, { tripId });
  return thread?.runId === ctx.run.id;
}

/** Once, however often it takes: its id is the same each time. */
async function suggested(
  ctx: Ctx,
  tripId: string,
  changes: SuggestedChange[],
): Promise<{ id: string } | { refusal: AppError; stale: ReadonlySet<number> }> {
  const id = ctx.newId();
  for (let attempt = 0; ; attempt++) {
    try {
      return await addSuggestion(ctx, tripId, { id, changes });
    } catch (error) {
      if (error instanceof AppError) return { refusal: error, stale: linesOf(error) };
      if (attempt + 1 >= ATTEMPTS) throw error;
      await sleep(backoffDelay(attempt, RETRY, systemClock));
    }
  }
}

/** Which lines a refusal is about. */
function linesOf({ issues = [] }: AppError): ReadonlySet<number> {
  const lines = issues.map(({ path }) => /^changes\.(\d+)(?:\.|$)/.exec(path)?.[1]);
  return new Set(lines.flatMap((line) => (line === undefined ? [] : [Number(line)])));
}

function sayLeftOut({ ctx }: ToolRun, journal: RunJournal, count: number, refusal: AppError | null): void {
  if (refusal) log().info({ code: refusal.code, count }, "a proposal of the agent was refused");
  const why = refusal && stepRefusal(refusal).code;
  journal.text(journal.nextIndex(), askersWords(ctx, leftOut(count, why)));
}
