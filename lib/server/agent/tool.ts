import type * as z from "zod";
import type { Proposed } from "#db/schema/agent.ts";
import type { AgentMode, AgentPart, StepAbout, StepRefusal, WriteResult } from "#lib/shared/agent.ts";
import type { AgentTool } from "#lib/shared/agent-tools.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import type { Ctx } from "../context.ts";
import type { KnownPlace } from "./tools/known-places.ts";

/** A run as its tools see it. */
export interface ToolRun {
  /** Of the member who asks: tools read and write with nobody else's rights. It fires when the run is stopped. */
  ctx: Ctx & { run: NonNullable<Ctx["run"]> };
  /** The only trip there is. */
  tripId: string;
  mode: AgentMode;
  /** The trip's seq that the model has last read: what others changed since then is not overwritten. */
  readSeq: number;
  /** Things that it has read whole, notes and all, and at which of the trip's seqs: it may be later than `readSeq`. */
  seen?: Map<string, number>;
  /**
   * What the model knew of this when it thought of its present calls: a read beside a write in one answer comes too late
   * for that write. Absent: all of it.
   */
  known?: Pick<ToolRun, "readSeq" | "seen">;
  /** What is proposed instead of written, in its order. */
  proposed: SuggestedChange[];
  /** Places that its steps have shown: these, and those of the plan, are all that it may write down. */
  found?: KnownPlace[];
  /** How many photos its model was shown, and those that go along with the next words to it: nobody keeps their bytes. */
  photosShown?: number;
  unseenPhotos?: FoundPhoto[];
}

export interface FoundPhoto {
  /** Counts through the run; the model is told it beside the photo's facts. */
  number: number;
  /** A flat one's, as JPEG. */
  bytes: Uint8Array;
}

export interface ToolAnswer {
  /** What the model reads: data, as small as can be. */
  told: object;
  about?: StepAbout;
  /** The step is shown as one that did not work out; the model may try something else. */
  isFailed?: boolean;
  /** Of a tool that writes. */
  result?: WriteResult;
  /** Where it was not written: for the suggestion that the run comes to. */
  proposed?: Proposed;
  /** Why it did not work out. */
  refusal?: StepRefusal;
  /** Cards that are shown under the step. */
  parts?: AgentPart[];
}

export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject> {
  name: AgentTool;
  /** For the model. */
  description: string;
  input: Input;
  /** What the step is about while it goes on. */
  about?: (input: z.output<Input>) => StepAbout;
  /** @throws AppError whose words the model is told */
  run: (run: ToolRun, input: z.output<Input>) => Promise<ToolAnswer>;
}

/** The model is told by now what its last calls have read. */
export function learn(run: ToolRun): void {
  run.known = { readSeq: run.readSeq, seen: new Map(run.seen) };
}

/** Keeps the input's type between the schema and the work. */
export function tool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): ToolDefinition {
  // A model's arguments are parsed by the definition's own schema before they come here.
  return definition as object as ToolDefinition;
}
