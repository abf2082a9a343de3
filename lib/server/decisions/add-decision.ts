import { runPipelined } from "#db/client.ts";
import { countDecisions, selectDecision } from "#db/queries/decisions.ts";
import { type DecisionDto, MAX_DECISIONS, type NewDecision } from "#lib/shared/decisions.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { writeTrip } from "../writes/write.ts";
import { writeNewDecision } from "./decision-row.ts";
import { readFieldDependencies } from "./edit-decision.ts";
import { checkFields, normalizeFields } from "./fields.ts";

/** Creates a decision, in which the group chooses among stops. */
export function addDecision(ctx: Ctx, tripId: string, input: NewDecision): Promise<DecisionDto> {
  const creation: CreationRequest = { kind: "decision", tripId, input };
  const given = normalizeFields(input);
  return createOnce(
    ctx,
    creation,
    (id, claim) =>
      writeTrip(ctx, tripId, "editor", {
        read: (tx) =>
          runPipelined([countDecisions(tx, { tripId }), readFieldDependencies(tx, tripId, id, given)]),
        work: async (write, [[held], grounds]) => {
          requireDecisionCapacity(held);
          const { id: _, ...fields } = given;
          checkFields(write, fields, grounds, null);
          const decision = writeNewDecision(write, id, fields, ctx.viewer.userId);
          write.claim(claim);
          write.record({ op: "decision.created", entityId: id, after: decision });
          return decision;
        },
      }),
    async (id) => (await selectDecision(ctx.db, { tripId, decisionId: id }))[0]?.decision,
  );
}

/**
 * Checks the limit of decisions.
 * @throws AppError LIMIT_REACHED when one more is too many
 */
export function requireDecisionCapacity(held: { count: number } | undefined): void {
  if ((held?.count ?? 0) < MAX_DECISIONS) return;
  throw new AppError("LIMIT_REACHED", `A trip holds at most ${MAX_DECISIONS} decisions. Delete some first.`);
}
