import { appendAgentEvents, cancelAgentRun, lockAgentThread, saveAgentMode } from "#db/queries/agent.ts";
import type { AgentEventBody, AgentSettingsPatch, AgentStatusDto } from "#lib/shared/agent.ts";
import { AppError } from "#lib/shared/errors.ts";
import { roleAtLeast } from "#lib/shared/roles.ts";
import { requireAccess } from "../access/access.ts";
import type { Ctx } from "../context.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";
import { readStatus } from "./read-agent.ts";
import { stopRunHere } from "./runs-here.ts";
import { announceAgent } from "./publish-agent-state.ts";

/**
 * Stops the current run within a second, whichever process runs it.
 * @throws AppError FORBIDDEN
 */
export async function cancelAgent(ctx: Ctx, tripId: string): Promise<AgentStatusDto> {
  const access = await requireAccess(ctx, tripId, "viewer");
  const status = await readStatus(ctx.db, tripId);
  if (!status.run) return status;
  if (status.run.memberId !== access.memberId && !roleAtLeast(access.role, "editor")) {
    throw new AppError("FORBIDDEN", "Only whoever asked, and editors, can stop the agent.");
  }
  const asked = { tripId, runId: status.run.id, userId: ctx.viewer.userId, at: ctx.now() };
  const [cancelled] = await cancelAgentRun(ctx.db, asked);
  if (cancelled) stopRunHere(cancelled.runId);
  return status;
}

/** Changes the agent's settings, which apply from the next message on. */
export async function changeAgentSettings(
  ctx: Ctx,
  tripId: string,
  { mode }: AgentSettingsPatch,
): Promise<AgentStatusDto> {
  const status = await writeTrip(ctx, tripId, "editor", {
    work: async (write): Promise<AgentStatusDto> => {
      const { tx, at } = write;
      const [thread] = await lockAgentThread(tx, { tripId });
      if (thread?.mode !== mode) {
        await saveAgentMode(tx, { tripId, mode });
        const body: AgentEventBody = { kind: "mode", mode, memberId: requireWriteMember(write).id };
        await appendAgentEvents(tx, { tripId, runId: null, bodies: JSON.stringify([body]), at });
      }
      return readStatus(tx, tripId);
    },
  });
  announceAgent(tripId);
  return status;
}
