import type { Database, Db } from "#db/client.ts";
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
import { applyEventToParts } from "#lib/shared/agent-fold.ts";
import { AppError } from "#lib/shared/errors.ts";
import { writeAs } from "../account/write-as.ts";
import type { Locale } from "../auth/locale.ts";
import type { Ctx } from "../context.ts";
import { count } from "../telemetry/telemetry.ts";
import type { TripWrite } from "../writes/write.ts";
import { MAX_CARD_CHANGES, changesPart } from "./changes-part.ts";
import {
  proposedChangesIn,
  type DroppedChanges,
  suggestChangesOfRun,
  droppedChangesText,
} from "./propose.ts";

export interface RunEnd {
  status: Exclude<AgentRunDto["status"], "running">;
  fault: AgentFault | null;
}

const LOST: RunEnd = {
  status: "interrupted",
  fault: {
    code: "SERVER_STOPPED",
    message:
      "The service stopped while the agent was at work. What it had changed or proposed by then stands.",
    retryable: true,
  },
};

/** Which run ends, and how. */
export interface EndRunInput {
  runId: string;
  end: RunEnd;
  /** Ends the run only if its process has been silent since this instant. */
  unheardSince?: Date;
  /** The language of the member who asked; absent: the one of that member's settings. */
  locale?: Locale;
}

/**
 * Ends a run once, whichever process is first: it frees the thread, makes a suggestion of the proposed changes, and
 * writes one last event with the whole reply.
 * @returns whether the run had not ended before
 */
export async function endRun(db: Database, tripId: string, ending: EndRunInput): Promise<boolean> {
  const [found] = await selectAgentRun(db, { tripId, runId: ending.runId });
  const left: DroppedChanges = { places: new Set(), why: null };
  for (;;) {
    const before = left.places.size;
    try {
      const ended = await writeAs(
        db,
        found?.userId ?? null,
        tripId,
        (write, ctx) => endIn(write, ctx, { found, ending, left }),
        "agent",
      );
      return ended === true;
    } catch (error) {
      // The loop tries again without the changes that do not fit the trip.
      if (!(error instanceof AppError) || left.places.size === before) throw error;
    }
  }
}

interface Ended {
  found: FoundRun | undefined;
  ending: EndRunInput;
  left: DroppedChanges;
}

async function endIn(write: TripWrite, ctx: Ctx, { found, ending, left }: Ended): Promise<boolean> {
  const { tx, at } = write;
  const tripId = write.trip.id;
  const { runId, end, unheardSince = null, locale } = ending;
  // The release locks the thread, so that no event of the run can follow.
  const [released] = await releaseAgentThread(tx, { tripId, runId, unheardSince });
  if (!released) return false;
  if (!found) throw new Error("A thread was held by a run that does not exist.");
  const { replyId } = found.run;
  const bodies = (await selectRunEvents(tx, { runId })).map(({ body }) => body);
  const parts = [
    ...saidIn(bodies, replyId),
    ...(await suggestChangesOfRun(ctx, write, proposedChangesIn(bodies), left)),
    ...(await droppedChangesText(tx, found.userId, left, locale)),
    ...(await changesIn(tx, tripId, found)),
  ];
  const [reply] = await selectAgentMessage(tx, { tripId, id: replyId });
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

/** Returns the reply that the run's events describe; steps that have not ended count as failed. */
function saidIn(bodies: readonly AgentEventBody[], replyId: string): AgentPart[] {
  return bodies
    .filter((body) => "messageId" in body && body.messageId === replyId)
    .reduce<readonly AgentPart[]>(applyEventToParts, [])
    .map(settled);
}

async function changesIn(tx: Db, tripId: string, { groupId }: FoundRun): Promise<AgentPart[]> {
  const changes = changesPart(
    groupId,
    await selectRunWrites(tx, { tripId, groupId, limit: MAX_CARD_CHANGES }),
  );
  return changes ? [changes] : [];
}

/**
 * Returns a part as it is stored: a step that was cut off has failed, and the events that a write reported are left
 * out, because clients have them from the trip.
 */
function settled(part: AgentPart): AgentPart {
  if (part.type !== "step") return part;
  const state = part.state === "running" ? "failed" : part.state;
  const trip = part.result?.trip && { ...part.result.trip, events: [] };
  return { ...part, state, result: part.result && { ...part.result, trip: trip ?? null } };
}

/**
 * Ends a run whose process has ended.
 * @returns whether the run was lost and had not ended before
 */
export function endLostRun(db: Database, tripId: string, runId: string, now: Date): Promise<boolean> {
  return endRun(db, tripId, { runId, end: LOST, unheardSince: now });
}
