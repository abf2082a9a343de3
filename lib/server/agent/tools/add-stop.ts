import * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { labelField } from "#lib/shared/fields.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { findDay, findKnownRow, shortId } from "./known-ids.ts";
import { requireKnownPlace, placeNameNote } from "./known-places.ts";
import { lastStopOfDay, type PlannedStop, plannedStops } from "./planned-stops.ts";
import { quoteName } from "./short-text.ts";
import { DayId, stopInputs, StopId } from "./stop-inputs.ts";
import { moneyText } from "./row-texts.ts";
import { givenFields, writeTool } from "./write-tool.ts";

export const addStop = writeTool({
  name: "add_stop",
  description:
    "Adds a stop to a day of the plan, or to the Ideas list. Look whether it is there already before you add it.",
  input: z.strictObject({
    name: labelField(200).describe("what people call it, in the language that the group writes in"),
    dayId: DayId.nullable().describe("the day that it goes on; null: the Ideas list"),
    afterStopId: StopId.nullish().describe(
      "the stop of that day which it follows; left out: at the day's end",
    ),
    ...stopInputs,
  }),
  about: ({ name }) => ({ name }),
  deed(run, trip, { name, dayId, afterStopId, ...fields }) {
    const day = findDay(dayId, trip.days);
    const stops = plannedStops(run, trip);
    const anchor = afterStopId ? findKnownRow("stop", afterStopId, stops) : null;
    const id = run.ctx.newId();
    const known = fields.place && requireKnownPlace(run, trip, fields.place);
    const input = { ...givenFields(fields), id, name, dayId: day?.id ?? null };
    const changes: SuggestedChange[] = [{ op: "stops.create", input }];
    // A new stop is added at the end of the day, so it is moved when it belongs elsewhere.
    if (anchor && anchor !== lastStopOfDay(stops, requireStopOnDay(anchor, input.dayId))) {
      changes.push({ op: "stops.move", entityId: id, input: { dayId: input.dayId, afterId: anchor.id } });
    }
    return {
      changes,
      summary: {
        en: `Added ${quoteName(name)} ${day ? `on ${day.date}` : "to Ideas"}.`,
        zh: `在${day ? ` ${day.date} ` : "想法中"}添加了${quoteName(name)}。`,
      },
      about: { name, ...(day && { date: day.date }) },
      told: withoutEmptyFields({
        stopId: shortId(id),
        cost: moneyText(fields.cost ?? null),
        place: known && placeNameNote(known, name),
      }),
      stopId: id,
    };
  },
});

/**
 * Checks that a stop is on a day.
 * @returns the day
 * @throws AppError VALIDATION_FAILED when the stop is on another day
 */
export function requireStopOnDay(anchor: PlannedStop, dayId: string | null): string | null {
  if (anchor.dayId === dayId) return dayId;
  const message = `${quoteName(anchor.name)} is not on that day: name a stop of the very day, or leave afterStopId out.`;
  throw new AppError("VALIDATION_FAILED", message);
}
