import { AppError } from "#lib/shared/errors.ts";
import { log } from "../http/log.ts";
import { addSuggestion } from "../suggestions/add-suggestion.ts";
import type { RunJournal } from "./journal.ts";
import type { ToolRun } from "./tool.ts";

/** Makes what a run has collected a suggestion of whoever asked, for the editors to take line by line. */
export async function proposeCollected(run: ToolRun, journal: RunJournal): Promise<void> {
  const { tripId, proposed: changes, proposedSince: baseSeq = null } = run;
  if (changes.length === 0) return;
  // By the member's own rights, and after a run was stopped too: what has been proposed is there to be looked at.
  const write = { ...run.ctx.write, baseSeq };
  try {
    const { id } = await addSuggestion({ ...run.ctx, run: undefined, write }, tripId, { changes });
    journal.part(journal.nextIndex(), { type: "proposal", suggestionId: id });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log().info({ code: error.code, tripId }, "the agent's proposal was refused");
    journal.text(journal.nextIndex(), `The proposal could not be made: ${error.message}`);
  }
}
