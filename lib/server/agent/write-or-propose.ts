import type { ProposedWrite } from "#db/schema/agent.ts";
import type { WriteResult } from "#lib/shared/agent.ts";
import { AppError, invalidFields } from "#lib/shared/errors.ts";
import { roleAtLeast } from "#lib/shared/roles.ts";
import { MAX_SUGGESTED_CHANGES, type SuggestedChange } from "#lib/shared/suggestions.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { toWireFor } from "../events/wire.ts";
import { ISSUE_MESSAGES } from "../http/issue-messages.ts";
import { applySuggestedChange, OP_RULES } from "../suggestions/suggested-ops.ts";
import { writeTrip } from "../writes/write.ts";
import type { ToolRun } from "./tool.ts";

/** The result of writing or proposing changes. */
interface Written {
  /** The changes, if they are only proposed and the group decides. */
  proposed?: ProposedWrite;
  trip: NonNullable<WriteResult["trip"]>;
}

/**
 * Writes changes as the member who asked could write them, all or nothing, in the run's group. If that member may not
 * write, or the trip's mode is to propose, the changes are proposed. Changes of others since the run's read are not
 * overwritten.
 * @throws AppError as the functions of the endpoints do
 */
export async function writeOrPropose(run: ToolRun, changes: SuggestedChange[]): Promise<Written> {
  const { ctx, tripId } = run;
  const checked = changes.map((change) => checkedChange(ctx, change));
  const { role, seq } = await requireAccess(ctx, tripId, "viewer");
  if (run.mode === "propose" || !roleAtLeast(role, "editor")) {
    if (run.proposed.length + checked.length > MAX_SUGGESTED_CHANGES) throw proposalFull();
    run.proposed.push(...checked);
    const baseSeq = Math.min(seq, ...checked.map((change) => baseSeqOf(run, change) || seq));
    return { proposed: { changes: checked, baseSeq }, trip: { id: tripId, seq, events: [] } };
  }
  return writeTrip(ctx, tripId, "editor", {
    work: async (write) => {
      for (const change of checked) {
        const options = { idempotency: null, baseSeq: baseSeqOf(run, change), force: false };
        await applySuggestedChange({ ...ctx, open: write, write: options }, tripId, change);
      }
      const events = write.events.map((event) => toWireFor(event, ctx.viewer.userId));
      return { trip: { id: tripId, seq: write.seq(), events } };
    },
  });
}

function proposalFull(): AppError {
  const message = `One proposal holds ${MAX_SUGGESTED_CHANGES} changes, and these are more. Say what is left for the next one.`;
  return new AppError("LIMIT_REACHED", message);
}

/**
 * Returns the base seq of a change. The read of one day says nothing about changes of others in the rest of the trip.
 */
function baseSeqOf(run: ToolRun, { entityId = "" }: SuggestedChange): number {
  const { readSeq, seen } = run.known ?? run;
  return Math.max(readSeq, seen?.get(entityId) ?? 0);
}

/** Validates a change as its endpoint would. A created row gets its id now, so that later changes may refer to it. */
function checkedChange(ctx: Ctx, { op, entityId, input }: SuggestedChange): SuggestedChange {
  const { body } = OP_RULES[op];
  const frame = { op, ...(entityId !== undefined && { entityId }) };
  if (!body) return { ...frame, input: {} };
  const given = op.endsWith(".create") ? { id: ctx.newId(), ...input } : input;
  const parsed = body.safeParse(given, ISSUE_MESSAGES);
  // The cast is safe because every body is an object of fields.
  if (parsed.success) return { ...frame, input: { ...(parsed.data as Record<string, unknown>) } };
  throw invalidFields(
    parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message })),
  );
}
