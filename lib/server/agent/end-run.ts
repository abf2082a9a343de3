import type { Db } from "#db/client.ts";
import {
  appendAgentEvents,
  endAgentRun,
  type FoundRun,
  releaseAgentThread,
  selectAgentMessage,
  selectAgentRun,
  selectRunEvents,
  selectRunWrites,
} from "#db/queries/agent.ts";
import type { AgentEventBody, AgentFault, AgentPart, AgentRunDto } from "#lib/shared/agent.ts";
import { foldPart } from "#lib/shared/agent-fold.ts";
import { count } from "../telemetry/telemetry.ts";
import { CARD_LINES, changesPart } from "./changes-part.ts";

export interface RunEnd {
  status: Exclude<AgentRunDto["status"], "running">;
  fault: AgentFault | null;
}

const LOST: RunEnd = {
  status: "interrupted",
  fault: {
    code: "SERVER_STOPPED",
    message: "The service stopped while the agent was at work. What it had changed by then stands.",
    retryable: true,
  },
};

/**
 * Ends a run once, whoever comes first: lets its thread go, and says what came of it by one last event, whose message is
 * what all of its events together say. @returns whether it was still under way
 */
export function endRun(tx: Db, tripId: string, runId: string, end: RunEnd, at: Date): Promise<boolean> {
  return endIf(tx, tripId, { runId, unheardSince: null }, end, at);
}

async function endIf(
  tx: Db,
  tripId: string,
  { runId, unheardSince }: { runId: string; unheardSince: Date | null },
  end: RunEnd,
  at: Date,
): Promise<boolean> {
  // Locks the thread, so that no event of the run can follow.
  const [released] = await releaseAgentThread(tx, { tripId, runId, unheardSince });
  if (!released) return false;
  const [found] = await selectAgentRun(tx, { tripId, runId });
  if (!found) throw new Error("A thread was held by a run that does not exist.");
  const parts = await finalParts(tx, tripId, found);
  const [reply] = await selectAgentMessage(tx, { tripId, id: found.run.replyId });
  if (!reply) throw new Error("A run has no reply.");
  const { status, fault } = end;
  const run: AgentRunDto = { ...found.run, status, fault, endedAt: at.toISOString() };
  const body: AgentEventBody = { kind: "message", message: { ...reply.message, parts, run } };
  const ended = { runId, status, fault: fault && JSON.stringify(fault), parts: JSON.stringify(parts), at };
  await endAgentRun(tx, ended);
  count("wayfare.agent.runs", { outcome: status });
  await appendAgentEvents(tx, { tripId, runId, bodies: JSON.stringify([body]), at });
  return true;
}

/** What the run's events say; steps that have not ended never will. */
async function finalParts(tx: Db, tripId: string, { run, groupId }: FoundRun): Promise<AgentPart[]> {
  const events = await selectRunEvents(tx, { runId: run.id });
  const said = events
    .map(({ body }) => body)
    .filter((body) => "messageId" in body && body.messageId === run.replyId)
    .reduce<readonly AgentPart[]>(foldPart, []);
  const changes = changesPart(groupId, await selectRunWrites(tx, { tripId, groupId, limit: CARD_LINES }));
  return [...said.map(settled), ...(changes ? [changes] : [])];
}

/** As it is kept: a step that was cut off has failed, and the trip has long had the events that a write told. */
function settled(part: AgentPart): AgentPart {
  if (part.type !== "step") return part;
  const state = part.state === "running" ? "failed" : part.state;
  const trip = part.result?.trip && { ...part.result.trip, events: [] };
  return { ...part, state, result: part.result && { ...part.result, trip: trip ?? null } };
}

/** Ends a run whose process is gone. @returns whether it was, and the run still under way */
export function endLostRun(tx: Db, tripId: string, runId: string, now: Date): Promise<boolean> {
  return endIf(tx, tripId, { runId, unheardSince: now }, LOST, now);
}
