import { selectAgentMessage } from "#db/queries/agent.ts";
import type { AgentMessageDto, NewAgentMessage } from "#lib/shared/agent.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";
import { type BegunRun, beginRun } from "./begin-run.ts";
import { conductRun } from "./conduct-run.ts";
import { requireWithinMessageLimit, requireWithinCostLimit } from "./limits.ts";
import { endRunIfLost } from "./lost-runs.ts";
import { announceAgent } from "./publish-agent-state.ts";

/**
 * Stores the message to the agent and starts the agent run that answers it; the run goes on without the caller.
 * @throws AppError AGENT_BUSY with the current run; RATE_LIMITED
 */
export async function askAgent(ctx: Ctx, tripId: string, input: NewAgentMessage): Promise<AgentMessageDto> {
  const creation: CreationRequest = { kind: "agentMessage", tripId, input };
  return createOnce(
    ctx,
    creation,
    async (id, claim) => {
      // Access is checked first, because the limits reveal that the trip exists and belong to its members.
      await requireAccess(ctx, tripId, "viewer");
      await requireWithinMessageLimit(ctx, tripId);
      await requireWithinCostLimit(ctx, tripId);
      await endRunIfLost(ctx.db, tripId, ctx.now());
      let begun: BegunRun | undefined;
      const question = await writeTrip(ctx, tripId, "viewer", {
        // The agent also answers about archived trips; its tools write nothing there.
        allow: ["archived"],
        work: async (write) => {
          write.claim(claim);
          const memberId = requireWriteMember(write).id;
          begun = await beginRun(ctx, write.tx, tripId, { id, text: input.text, memberId, at: write.at });
          return begun.question;
        },
      });
      announceAgent(tripId);
      if (begun) conductRun(ctx, tripId, begun);
      return question;
    },
    async (id) => (await selectAgentMessage(ctx.db, { tripId, id }))[0]?.message,
  );
}
