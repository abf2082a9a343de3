import * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { labelField } from "#lib/shared/fields.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { findKnownRow } from "./known-ids.ts";
import { requireKnownPlace, placeNameNote } from "./known-places.ts";
import { plannedStops } from "./planned-stops.ts";
import { quoteName } from "./short-text.ts";
import { EMPTIABLE, stopInputs, StopId } from "./stop-inputs.ts";
import { moneyText } from "./row-texts.ts";
import { nullFields, givenFields, requireNotesRead, writeTool } from "./write-tool.ts";

/** The fields on which it depends whether the stop is open. */
const WHEN_OR_WHERE: ReadonlySet<string> = new Set(["place", "startTime", "endTime"]);

export const editStop = writeTool({
  name: "edit_stop",
  description:
    "Changes fields of a stop; what is left out stays as it is. Notes are replaced: read them with read_day first and keep what still holds.",
  input: z.strictObject({
    stopId: StopId,
    name: labelField(200).nullish(),
    ...stopInputs,
    clear: z.array(z.enum(EMPTIABLE)).max(EMPTIABLE.length).nullish().describe("fields to empty"),
  }),
  deed(run, trip, { stopId, clear, ...fields }) {
    const stop = findKnownRow("stop", stopId, plannedStops(run, trip));
    const patch = { ...nullFields(clear), ...givenFields(fields) };
    const changed = Object.keys(patch);
    if (changed.length === 0)
      throw new AppError("VALIDATION_FAILED", "Say which fields to change, and to what.");
    const known = fields.place && requireKnownPlace(run, trip, fields.place);
    if ("notes" in patch && !stop.isProposed) requireNotesRead(run, stop);
    return {
      changes: [{ op: "stops.update", entityId: stop.id, input: patch }],
      summary: {
        en: `Changed ${changed.join(", ")} of ${quoteName(stop.name)}.`,
        zh: `修改了${quoteName(stop.name)}。`,
      },
      about: { name: stop.name },
      told: withoutEmptyFields({
        cost: moneyText(fields.cost ?? null),
        place: known && placeNameNote(known, fields.name ?? stop.name),
      }),
      ...(changed.some((field) => WHEN_OR_WHERE.has(field)) && { stopId: stop.id }),
    };
  },
});
