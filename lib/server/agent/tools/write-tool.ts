import type * as z from "zod";
import type { StepAbout } from "#lib/shared/agent.ts";
import { AppError } from "#lib/shared/errors.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { StepRefused, stepRefusal, toldRefusal } from "../refusals.ts";
import { askersWords, asProposal, REFUSED, type Sentence } from "../sentences.ts";
import { tool, type ToolAnswer, type ToolDefinition, type ToolRun } from "../tool.ts";
import { writeThrough } from "../write-through.ts";
import { planned } from "./opening.ts";
import { readSharedTrip, type SharedTrip } from "./shared-trip.ts";

/** What a call of a tool comes to, as one write. */
interface Deed {
  changes: SuggestedChange[];
  /** In English for the model; for people in the language of whoever asks. */
  summary: Sentence;
  about: StepAbout;
  /** What else the model has to know, as the id of what is new. */
  told?: object;
  /** The stop that is now planned in another way: the model is told whether it is open then. */
  stopId?: string;
}

interface WriteTool<Input extends z.ZodObject> extends Omit<ToolDefinition<Input>, "run"> {
  /** @throws AppError whose words help to mend the call */
  deed: (run: ToolRun, trip: SharedTrip, input: z.output<Input>) => Deed;
}

/** A tool that writes: what it answers to clients and to the model is the contract's `{ ok, summary, trip }`. */
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
        const summary = askersWords(run.ctx, REFUSED[refusal.code]);
        return { told: toldRefusal(error), result: { ok: false, summary, trip: null }, refusal, about };
      }
    },
  });
}

async function done(run: ToolRun, before: SharedTrip, made: Deed): Promise<ToolAnswer> {
  const { changes, summary, about, told = {}, stopId } = made;
  const { proposed, trip } = await writeThrough(run, changes);
  const isProposed = proposed !== undefined;
  rememberNotes(run, changes);
  const said = isProposed ? asProposal(summary) : summary;
  // After the write: several calls at once are written in their order, however long the map takes to answer.
  const all = isProposed ? run.proposed : changes;
  const opening = stopId === undefined ? null : await planned(run, before, all, stopId);
  return {
    told: {
      ...told,
      ...(opening !== null && { opening }),
      ok: true,
      summary: said.en,
      trip: { id: trip.id, seq: trip.seq },
    },
    result: { ok: true, summary: askersWords(run.ctx, said), ...(isProposed && { isProposed }), trip },
    ...(isProposed && { proposed }),
    about,
  };
}

/** Notes that it has written itself it knows; what it knows of the rest of that thing gets no newer by it. */
function rememberNotes(run: ToolRun, changes: readonly SuggestedChange[]): void {
  const seen = (run.seen ??= new Map());
  for (const { entityId, input } of changes) {
    const id = entityId ?? input["id"];
    if (typeof id === "string" && "notes" in input) seen.set(id, Math.max(run.readSeq, seen.get(id) ?? 0));
  }
}

/** What is only proposed would be refused much later. */
async function openTrip(run: ToolRun): Promise<SharedTrip> {
  const trip = await readSharedTrip(run);
  if (!trip.archivedAt) return trip;
  throw new AppError("ARCHIVED", "This trip is archived. Its owner can open it for changes again.");
}

/**
 * A text that is to be replaced has to have been read whole: read_trip tells only how long ones begin.
 * @throws AppError VALIDATION_FAILED
 */
export function requireRead(run: ToolRun, { id, notes }: { id: string; notes: string | null }): void {
  const { seen } = run.known ?? run;
  if (!notes || seen?.has(id)) return;
  const message =
    "There are notes already, which you have not read to their end. Call read_day first, and keep what they say.";
  throw new StepRefused("NOT_READ", message);
}

/** A model may say null where it means nothing at all. */
export function givenFields(input: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Fields that are to be empty are named, so that no null empties them by chance. */
export function emptied(fields: readonly string[] | null | undefined): Record<string, null> {
  return Object.fromEntries((fields ?? []).map((field) => [field, null]));
}
