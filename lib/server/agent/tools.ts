import { tool, type ToolSet, zodSchema } from "ai";
import { AppError } from "#lib/shared/errors.ts";
import { log } from "../http/log.ts";
import { bareTrace } from "./bare-trace.ts";
import type { RunJournal } from "./journal.ts";
import { stepRefusal, refusalForModel } from "./refusals.ts";
import type { ToolAnswer, ToolDefinition, ToolRun } from "./tool.ts";
import { addPackingItem } from "./tools/add-packing-item.ts";
import { addReservation } from "./tools/add-reservation.ts";
import { addStop } from "./tools/add-stop.ts";
import { checkTrip } from "./tools/check-trip.ts";
import { draftExpense } from "./tools/draft-expense.ts";
import { editStop } from "./tools/edit-stop.ts";
import { estimateRoute } from "./tools/estimate-route.ts";
import { findNearby } from "./tools/find-nearby.ts";
import { rememberFoundPlaces } from "./tools/known-places.ts";
import { lookAtStreet } from "./tools/look-at-street.ts";
import { lookUpPlace } from "./tools/look-up-place.ts";
import { moveStop } from "./tools/move-stop.ts";
import { previewDates } from "./tools/preview-dates.ts";
import { readBalances } from "./tools/read-balances.ts";
import { readDay } from "./tools/read-day.ts";
import { readHistory } from "./tools/read-history.ts";
import { readTrip } from "./tools/read-trip.ts";
import { readWeather } from "./tools/read-weather.ts";
import { removeStop } from "./tools/remove-stop.ts";
import { searchPlaces } from "./tools/search-places.ts";
import { writeDayNote } from "./tools/write-day-note.ts";

/** All tools of the agent. */
export const TOOLS: readonly ToolDefinition[] = [
  readTrip,
  readDay,
  readBalances,
  readHistory,
  searchPlaces,
  findNearby,
  lookUpPlace,
  readWeather,
  lookAtStreet,
  checkTrip,
  estimateRoute,
  addStop,
  editStop,
  moveStop,
  removeStop,
  writeDayNote,
  addReservation,
  addPackingItem,
  draftExpense,
  previewDates,
];

/** The schema of each tool's input for the model, computed once. */
const SCHEMAS = new Map(TOOLS.map(({ name, input }) => [name, zodSchema(input)]));

/** Returns the tools in the SDK's form; each call is a step that everybody in the trip sees. */
export function modelTools(run: ToolRun, journal: RunJournal): ToolSet {
  const entries = TOOLS.map((definition) => [
    definition.name,
    tool({
      description: definition.description,
      inputSchema: SCHEMAS.get(definition.name) ?? zodSchema(definition.input),
      execute: (input: Record<string, unknown>) => step(definition, run, journal, input),
    }),
  ]);
  // The cast is safe because each entry is a tool under its name.
  return Object.fromEntries(entries) as ToolSet;
}

async function step(
  definition: ToolDefinition,
  run: ToolRun,
  journal: RunJournal,
  input: Record<string, unknown>,
): Promise<object> {
  const index = journal.nextIndex();
  const { name } = definition;
  const frame = { type: "step", tool: name, about: definition.about?.(input) ?? {}, result: null } as const;
  journal.part(index, { ...frame, state: "running" });
  const answer = await attempt(definition, run, input);
  const { about = frame.about, result = null, proposed, refusal, parts = [] } = answer;
  const { isFailed = refusal !== undefined } = answer;
  const state = isFailed ? "failed" : "done";
  journal.part(index, { ...frame, state, about, result, ...(refusal && { refusal }) }, proposed);
  rememberFoundPlaces(run, parts);
  for (const part of parts) journal.part(journal.nextIndex(), part);
  return answer.told;
}

/** Runs a tool. A refusal becomes a result, so that the model reads the reason. */
async function attempt(
  { name, run: work, about }: ToolDefinition,
  run: ToolRun,
  input: Record<string, unknown>,
): Promise<ToolAnswer> {
  run.ctx.signal.throwIfAborted();
  try {
    return await work(run, input);
  } catch (error) {
    if (run.ctx.signal.aborted) throw error;
    if (!(error instanceof AppError)) {
      log().error({ ...bareTrace(error), tool: name, tripId: run.tripId }, "a tool of the agent failed");
    }
    const refusal =
      error instanceof AppError ? error : new AppError("INTERNAL", "This did not work. Try something else.");
    const said = { told: refusalForModel(refusal), refusal: stepRefusal(refusal) };
    return { ...said, ...(about && { about: about(input) }) };
  }
}
