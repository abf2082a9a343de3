import { runPipelined } from "#db/client.ts";
import { selectEarlierAcceptances } from "#db/queries/suggestions.ts";
import { AppError, invalidField } from "#lib/shared/errors.ts";
import type { SuggestedChangeWithBefore, SuggestionAccept, SuggestionDto } from "#lib/shared/suggestions.ts";
import type { Ctx } from "../context.ts";
import { violatedUnique } from "../writes/idempotency.ts";
import { notify } from "../notifications/notify.ts";
import { requireWriteMember, type TripWrite, writeTrip } from "../writes/write.ts";
import { changeSuggestion, readSuggestion, requireOpen, requireSuggestion } from "./change-suggestion.ts";
import { applySuggestedChange } from "./suggested-ops.ts";

/**
 * Runs the accepted changes in one write, in their order, as the accepting editor; the other changes count as
 * dismissed.
 * @throws AppError FIELD_CONFLICT with the index of a change whose fields were changed since; X-Force accepts it
 * nevertheless
 */
export function acceptSuggestion(
  ctx: Ctx,
  tripId: string,
  id: string,
  { lines }: SuggestionAccept,
): Promise<SuggestionDto> {
  const work = writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([readSuggestion(tripId, id)(tx), selectEarlierAcceptances(tx, { tripId, id })]),
    work: async (write, [rows, before]) => {
      const suggestion = requireSuggestion(rows);
      requireOpen(suggestion);
      const made = new Set(before.flatMap((earlier) => earlier.made));
      // Changes that an undo has reversed are no conflict.
      const ownGroups = new Set(before.map(({ groupId }) => groupId));
      const taken = takenLines(suggestion, lines);
      const inside: Ctx = {
        ...ctx,
        open: write,
        write: { idempotency: null, baseSeq: suggestion.baseSeq, ownGroups, force: ctx.write.force },
      };
      for (const [index, line] of suggestion.lines.entries()) {
        if (taken.has(index)) await applyOrName(inside, tripId, { line, index, made });
      }
      const answered = suggestion.lines.map((line, index) => ({ ...line, isAccepted: taken.has(index) }));
      const status = taken.size === suggestion.lines.length ? "accepted" : "partly";
      return tell(ctx, write, answer(write, suggestion, { lines: answered, status }));
    },
  });
  return work.catch((error: unknown) => {
    // Only a row that a change creates can exist already: under the id that the suggestion gave it.
    throw violatedUnique(error)?.endsWith("_pkey") ? createdAlready() : error;
  });
}

function createdAlready(): AppError {
  const message = "What a line creates is in the trip already. Leave it out, or dismiss it.";
  return new AppError("VALIDATION_FAILED", message, { issues: [{ path: "lines", message }] });
}

function takenLines({ lines }: SuggestionDto, wanted: number[] | undefined): Set<number> {
  const taken = new Set(wanted ?? lines.keys());
  const unknown = [...taken].find((index) => index >= lines.length);
  if (unknown === undefined) return taken;
  throw invalidField("lines", `There is no line ${unknown}.`);
}

/** Applies a change; an error names the index of the change. */
async function applyOrName(
  ctx: Ctx,
  tripId: string,
  { line, index, made }: { line: SuggestedChangeWithBefore; index: number; made: ReadonlySet<string> },
): Promise<void> {
  try {
    await applySuggestedChange(ctx, tripId, line, made);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const path = `lines.${index}`;
    if (error.code === "FIELD_CONFLICT") {
      const details = { ...error.details, line: index };
      throw new AppError(error.code, error.message, { details, issues: [{ path, message: error.message }] });
    }
    const nested = error.issues?.map((issue) => ({ ...issue, path: `${path}.input.${issue.path}` }));
    throw new AppError("VALIDATION_FAILED", "A line no longer fits the plan. Leave it out, or dismiss it.", {
      issues: nested ?? [{ path, message: error.message }],
      details: { line: index, code: error.code },
    });
  }
}

/** Dismisses the whole suggestion, with a reason. */
export function dismissSuggestion(
  ctx: Ctx,
  tripId: string,
  id: string,
  note: string | undefined,
): Promise<SuggestionDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: readSuggestion(tripId, id),
    work: async (write, rows) => {
      const suggestion = requireSuggestion(rows);
      requireOpen(suggestion);
      const lines = suggestion.lines.map((line) => ({ ...line, isAccepted: false }));
      return tell(
        ctx,
        write,
        answer(write, suggestion, { lines, status: "dismissed", answer: note || null }),
      );
    },
  });
}

/** Withdraws a suggestion, which only its author may do. */
export function withdrawSuggestion(ctx: Ctx, tripId: string, id: string): Promise<SuggestionDto> {
  return writeTrip(ctx, tripId, "viewer", {
    read: readSuggestion(tripId, id),
    work: async (write, rows) => {
      const suggestion = requireSuggestion(rows);
      if (suggestion.memberId !== requireWriteMember(write).id) {
        throw new AppError("FORBIDDEN", "Only the person who made this suggestion may take it back.");
      }
      requireOpen(suggestion);
      return answer(write, suggestion, { status: "withdrawn" });
    },
  });
}

function answer(
  write: TripWrite,
  suggestion: SuggestionDto,
  change: Pick<Partial<SuggestionDto>, "lines" | "status" | "answer">,
): SuggestionDto {
  const by = { answeredBy: requireWriteMember(write).id, answeredAt: write.at.toISOString() };
  return changeSuggestion(write, suggestion, { ...change, ...by }, "suggestion.answered");
}

async function tell(ctx: Ctx, write: TripWrite, suggestion: SuggestionDto): Promise<SuggestionDto> {
  await notify(write, ctx, {
    kind: "suggestion_answered",
    to: { memberIds: [suggestion.memberId] },
    text: suggestion.answer,
    entityId: suggestion.id,
  });
  return suggestion;
}
