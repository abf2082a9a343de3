import { beginRun } from "#lib/server/agent/begin-run.ts";
import { endRun } from "#lib/server/agent/end-run.ts";
import type { RunJournal } from "#lib/server/agent/journal.ts";
import type { ToolRun } from "#lib/server/agent/tool.ts";
import { modelTools, TOOLS } from "#lib/server/agent/tools.ts";
import { requireWriteMember, writeTrip } from "#lib/server/writes/write.ts";
import type { AgentPart } from "#lib/shared/agent.ts";
import type { AgentTool } from "#lib/shared/agent-tools.ts";
import type { Person } from "#tests/factories/people.ts";
import { ctxOf } from "./context.ts";

/** Starts an agent run for this person without a model, so that tests can call its tools directly. */
export async function newToolRun(
  person: Person,
  tripId: string,
  overrides: Partial<ToolRun> = {},
): Promise<ToolRun> {
  const ctx = ctxOf(person, { via: "agent" });
  const { run, groupId } = await writeTrip(ctx, tripId, "viewer", {
    allow: ["archived"],
    work: (write) => {
      const question = {
        id: ctx.newId(),
        text: "Please.",
        memberId: requireWriteMember(write).id,
        at: write.at,
      };
      return beginRun(ctx, write.tx, tripId, question);
    },
  });
  const inRun = { ...ctx, run: { id: run.id, groupId } };
  return { ctx: inRun, tripId, mode: "apply", readSeq: 0, proposed: [], ...overrides };
}

export async function endToolRun({ ctx, tripId }: ToolRun): Promise<void> {
  const end = { status: "done", fault: null } as const;
  await endRun(ctx.db, tripId, { runId: ctx.run.id, end });
}

/** The outcome of one tool call. */
export interface ToolCallOutcome {
  /** The result that the model receives. */
  told: Record<string, unknown>;
  /** The step of the agent's message that all members see, after it has ended. */
  step: Extract<AgentPart, { type: "step" }>;
  /** The cards that the message shows under the step. */
  cards: AgentPart[];
}

/**
 * Calls a tool as the AI SDK does: it parses the input with the tool's schema, and the step is recorded in the agent's
 * message.
 */
export async function callTool(run: ToolRun, name: AgentTool, input: object): Promise<ToolCallOutcome> {
  const shown: AgentPart[] = [];
  const journal: RunJournal = {
    nextIndex: () => shown.length,
    text: () => undefined,
    part: (index, part) => (shown[index] = part),
    settled: () => Promise.resolve(),
  };
  const definition = TOOLS.find((each) => each.name === name);
  const execute = modelTools(run, journal)[name]?.execute;
  if (!definition || !execute) throw new Error(`There is no tool ${name}.`);
  const told: unknown = await execute(definition.input.parse(input), {
    toolCallId: "call",
    messages: [],
    context: undefined,
  });
  const [step, ...cards] = shown;
  if (step?.type !== "step") throw new Error("A call shows no step.");
  return { told: told as Record<string, unknown>, step, cards };
}
