import type * as z from "zod";
import type { ProposedWrite } from "#db/schema/agent.ts";
import type { AgentMode, AgentPart, StepSubject, StepRefusal, WriteResult } from "#lib/shared/agent.ts";
import type { AgentTool } from "#lib/shared/agent-tools.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { Ctx } from "../context.ts";
import type { KnownPlace } from "./tools/known-places.ts";

/** The data of a run that its tools use. */
export interface ToolRun {
  /**
   * The context of the member who asks: tools read and write with this member's rights only. Its signal aborts when the
   * run is stopped.
   */
  ctx: Ctx & { run: NonNullable<Ctx["run"]> };
  /** The only trip that the tools can use. */
  tripId: string;
  mode: AgentMode;
  /** The trip's seq that the model has last read: changes of others after it are not overwritten. */
  readSeq: number;
  /**
   * Rows that the model has read completely, with their notes, and the trip's seq of that read, which may be later than
   * `readSeq`.
   */
  seen?: Map<string, number>;
  /**
   * What the model had read when it made its present calls: a read beside a write in one answer comes too late for that
   * write. Absent: everything in `readSeq` and `seen`.
   */
  known?: Pick<ToolRun, "readSeq" | "seen">;
  /** The changes that are proposed instead of written, in their order. */
  proposed: SuggestedChange[];
  /** Places that the run's steps have found: the model may only write these and the plan's places. */
  found?: KnownPlace[];
  /** How many photos the model was shown, and the photos for its next message; nothing stores their bytes. */
  photosShown?: number;
  unseenPhotos?: FoundPhoto[];
}

export interface FoundPhoto {
  /** The photo's number within the run, which the model gets with the photo's facts. */
  number: number;
  /** The bytes of a flat photo, as JPEG. */
  bytes: Uint8Array;
}

export interface ToolAnswer {
  /** The result for the model, as short as possible. */
  told: object;
  about?: StepSubject;
  /** Whether the step is shown as failed; the model may try something else. */
  isFailed?: boolean;
  /** The result of a tool that writes. */
  result?: WriteResult;
  /** The changes that were not written, for the suggestion that the run makes. */
  proposed?: ProposedWrite;
  /** Why the step failed. */
  refusal?: StepRefusal;
  /** Cards that clients show under the step. */
  parts?: AgentPart[];
}

export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject> {
  name: AgentTool;
  /** The description for the model. */
  description: string;
  input: Input;
  /** What clients show for the step while it runs. */
  about?: (input: z.output<Input>) => StepSubject;
  /**
   * Runs the tool.
   * @throws AppError whose message the model gets
   */
  run: (run: ToolRun, input: z.output<Input>) => Promise<ToolAnswer>;
}

/** Notes that the model now has the results of its last calls. */
export function markResultsKnown(run: ToolRun): void {
  run.known = { readSeq: run.readSeq, seen: new Map(run.seen) };
}

/** Defines a tool with its input's type, from the schema to `run`. */
export function tool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): ToolDefinition {
  // The cast is safe because a model's arguments are parsed by the definition's own schema before.
  return definition as object as ToolDefinition;
}
