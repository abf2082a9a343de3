import {
  type AgentThread,
  appendAgentEvents,
  insertAgentMessages,
  insertAgentRun,
  lockAgentThread,
  selectAgentRun,
} from "#db/queries/agent.ts";
import { type Db, runPipelined } from "#db/client.ts";
import type { AgentEventBody, AgentMessageDto, AgentRunDto } from "#lib/shared/agent.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { Ctx } from "../context.ts";

/** How long the process of a run may be silent before the run counts as lost. */
export const LEASE_MS = 15_000;

export interface BegunRun {
  run: AgentRunDto;
  /** The group of all events that the run writes. */
  groupId: string;
  question: AgentMessageDto;
}

interface Question {
  id: string;
  text: string;
  memberId: string;
  at: Date;
}

/**
 * Occupies the trip's thread with the agent for one run, and stores the message and the empty reply.
 * @throws AppError AGENT_BUSY
 */
export async function beginRun(ctx: Ctx, tx: Db, tripId: string, asked: Question): Promise<BegunRun> {
  const { cursor, mode } = await lockFreeThread(tx, tripId);
  const { id: messageId, memberId, at } = asked;
  const [runId, replyId, groupId] = [ctx.newId(), ctx.newId(), ctx.newId()];
  const { userId } = ctx.viewer;
  const createdAt = at.toISOString();
  const run: AgentRunDto = {
    id: runId,
    memberId,
    messageId,
    replyId,
    mode,
    status: "running",
    fault: null,
    startedAt: createdAt,
    endedAt: null,
  };
  const frame = { memberId, createdAt };
  const question: AgentMessageDto = {
    ...frame,
    id: messageId,
    role: "user",
    parts: [{ type: "text", text: asked.text }],
    run: null,
    cursor: cursor + 1,
  };
  const reply: AgentMessageDto = { ...frame, id: replyId, role: "agent", parts: [], run, cursor: cursor + 2 };
  const leaseUntil = new Date(at.getTime() + LEASE_MS);
  const bodies = [question, reply].map((message): AgentEventBody => ({ kind: "message", message }));
  const written = { tripId, runId, at };
  await runPipelined([
    insertAgentRun(tx, {
      ...written,
      id: runId,
      userId,
      memberId,
      messageId,
      replyId,
      groupId,
      mode,
      leaseUntil,
    }),
    insertAgentMessages(tx, { ...written, messages: JSON.stringify([question, reply]) }),
    appendAgentEvents(tx, { ...written, bodies: JSON.stringify(bodies) }),
  ]);
  return { run, groupId, question };
}

async function lockFreeThread(tx: Db, tripId: string): Promise<AgentThread> {
  const [thread] = await lockAgentThread(tx, { tripId });
  if (!thread) throw new Error("An upsert returned no row.");
  if (thread.runId !== null) throw await busy(tx, tripId, thread.runId);
  return thread;
}

async function busy(tx: Db, tripId: string, runId: string): Promise<AppError> {
  const [found] = await selectAgentRun(tx, { tripId, runId });
  return new AppError("AGENT_BUSY", "The agent is still at work. Wait for it, or stop it first.", {
    details: { run: found?.run ?? null },
  });
}
