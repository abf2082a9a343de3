import * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { label } from "#lib/shared/fields.ts";
import { telling } from "./fitted.ts";
import { findKnown } from "./known-ids.ts";
import { requireKnownPlace, standsAt } from "./known-places.ts";
import { plannedStops } from "./planned-stops.ts";
import { quoted } from "./short-text.ts";
import { EMPTIABLE, stopInputs, StopId } from "./stop-inputs.ts";
import { moneyText } from "./told-things.ts";
import { emptied, givenFields, requireRead, writeTool } from "./write-tool.ts";

/** The fields on which it depends whether the stop is open. */
const WHEN_OR_WHERE: ReadonlySet<string> = new Set(["place", "startTime", "endTime"]);

export const editStop = writeTool({
  name: "edit_stop",
  description:
    "Changes fields of a stop; what is left out stays as it is. Notes are replaced: read them with read_day first and keep what still holds.",
  input: z.strictObject({
    stopId: StopId,
    name: label(200).nullish(),
    ...stopInputs,
    clear: z.array(z.enum(EMPTIABLE)).max(EMPTIABLE.length).nullish().describe("fields to empty"),
  }),
  deed(run, trip, { stopId, clear, ...fields }) {
    const stop = findKnown("stop", stopId, plannedStops(run, trip));
    const patch = { ...emptied(clear), ...givenFields(fields) };
    const changed = Object.keys(patch);
    if (changed.length === 0)
      throw new AppError("VALIDATION_FAILED", "Say which fields to change, and to what.");
    const known = fields.place && requireKnownPlace(run, trip, fields.place);
    if ("notes" in patch && !stop.isProposed) requireRead(run, stop);
    return {
      changes: [{ op: "stops.update", entityId: stop.id, input: patch }],
      summary: {
        en: `Changed ${changed.join(", ")} of ${quoted(stop.name)}.`,
        zh: `修改了${quoted(stop.name)}。`,
      },
      about: { name: stop.name },
      told: telling({
        cost: moneyText(fields.cost ?? null),
        place: known && standsAt(known, fields.name ?? stop.name),
      }),
      ...(changed.some((field) => WHEN_OR_WHERE.has(field)) && { stopId: stop.id }),
    };
  },
});
