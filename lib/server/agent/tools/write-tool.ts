import type * as z from "zod";
import type { StepSubject } from "#lib/shared/agent.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { StepRefused, stepRefusal, refusalForModel } from "../refusals.ts";
import { localizedSentence, asProposal, REFUSAL_SENTENCES, type Sentence } from "../sentences.ts";
import { tool, type ToolAnswer, type ToolDefinition, type ToolRun } from "../tool.ts";
import { writeOrPropose } from "../write-or-propose.ts";
import { plannedStopReport } from "./opening.ts";
import { readSharedTrip, type SharedTrip } from "./shared-trip.ts";

/** The write that a tool call makes. */
interface Deed {
  changes: SuggestedChange[];
  /** The summary: in English for the model, and for users in the language of the member who asked. */
  summary: Sentence;
  about: StepSubject;
  /** Other data for the model, such as the id of a new row. */
  told?: object;
  /** The stop whose time or place changes; the result for the model says whether it is open then. */
  stopId?: string;
}

interface WriteTool<Input extends z.ZodObject> extends Omit<ToolDefinition<Input>, "run"> {
  /**
   * Computes the write.
   * @throws AppError whose message helps the model to correct the call
   */
  deed: (run: ToolRun, trip: SharedTrip, input: z.output<Input>) => Deed;
}

/** Makes a tool that writes: its result for clients and for the model is `{ ok, summary, trip }`. */
export function writeTool<Input extends z.ZodObject>(definition: WriteTool<Input>): ToolDefinition {
  const { deed, ...frame } = definition;
  return tool<Input>({
    ...frame,
    async run(run, input) {
      let about = frame.about?.(input) ?? {};
      try {
        const trip = await openTrip(run);
        const made = deed(run, trip, input);
        about = made.about;
        return await done(run, trip, made);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const refusal = stepRefusal(error);
        const summary = localizedSentence(run.ctx, REFUSAL_SENTENCES[refusal.code]);
        return { told: refusalForModel(error), result: { ok: false, summary, trip: null }, refusal, about };
      }
    },
  });
}

async function done(run: ToolRun, before: SharedTrip, made: Deed): Promise<ToolAnswer> {
  const { changes, summary, about, told = {}, stopId } = made;
  const { proposed, trip } = await writeOrPropose(run, changes);
  const isProposed = proposed !== undefined;
  rememberNotes(run, changes);
  const said = isProposed ? asProposal(summary) : summary;
  // Opening hours are read after the write, so that several calls at once are written in their order, however long the
  // map's server takes.
  const all = isProposed ? run.proposed : changes;
  const opening = stopId === undefined ? null : await plannedStopReport(run, before, all, stopId);
  return {
    told: {
      ...told,
      ...(opening !== null && { opening }),
      ok: true,
      summary: said.en,
      trip: { id: trip.id, seq: trip.seq },
    },
    result: { ok: true, summary: localizedSentence(run.ctx, said), ...(isProposed && { isProposed }), trip },
    ...(isProposed && { proposed }),
    about,
  };
}

/**
 * Notes that the model knows the text that it has written itself; its knowledge of the row's other fields gets no
 * newer.
 */
function rememberNotes(run: ToolRun, changes: readonly SuggestedChange[]): void {
  const seen = (run.seen ??= new Map());
  for (const { entityId, input } of changes) {
    const id = entityId ?? input["id"];
    if (typeof id === "string" && "notes" in input) seen.set(id, Math.max(run.readSeq, seen.get(id) ?? 0));
  }
}

/** Returns the trip if it can be changed; without this check a proposal would be refused much later. */
async function openTrip(run: ToolRun): Promise<SharedTrip> {
  const trip = await readSharedTrip(run);
  if (!trip.archivedAt) return trip;
  throw new AppError("ARCHIVED", "This trip is archived. Its owner can open it for changes again.");
}

/**
 * Checks that the model has read a row's notes completely before it replaces them: read_trip returns only the beginning
 * of long notes.
 * @throws AppError VALIDATION_FAILED
 */
export function requireNotesRead(run: ToolRun, { id, notes }: { id: string; notes: string | null }): void {
  const { seen } = run.known ?? run;
  if (!notes || seen?.has(id)) return;
  const message =
    "There are notes already, which you have not read to their end. Call read_day first, and keep what they say.";
  throw new StepRefused("NOT_READ", message);
}

/** Returns the fields without null, because a model may send null for an absent value. */
export function givenFields(input: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Returns null for the named fields: the model names fields to empty, so that no null empties one by accident. */
export function nullFields(fields: readonly string[] | null | undefined): Record<string, null> {
  return Object.fromEntries((fields ?? []).map((field) => [field, null]));
}
