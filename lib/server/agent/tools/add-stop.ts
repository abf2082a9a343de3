import * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { label } from "#lib/shared/fields.ts";
import type { SuggestedChange } from "#lib/shared/suggestions.ts";
import { telling } from "./fitted.ts";
import { findDay, findKnown, shortId } from "./known-ids.ts";
import { requireKnownPlace, standsAt } from "./known-places.ts";
import { lastOn, type PlannedStop, plannedStops } from "./planned-stops.ts";
import { quoted } from "./short-text.ts";
import { DayId, stopInputs, StopId } from "./stop-inputs.ts";
import { moneyText } from "./told-things.ts";
import { givenFields, writeTool } from "./write-tool.ts";

export const addStop = writeTool({
  name: "add_stop",
  description:
    "Adds a stop to a day of the plan, or to the Ideas list. Look whether it is there already before you add it.",
  input: z.strictObject({
    name: label(200).describe("what people call it, in the language that the group writes in"),
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
    const anchor = afterStopId ? findKnown("stop", afterStopId, stops) : null;
    const id = run.ctx.newId();
    const known = fields.place && requireKnownPlace(run, trip, fields.place);
    const input = { ...givenFields(fields), id, name, dayId: day?.id ?? null };
    const changes: SuggestedChange[] = [{ op: "stops.create", input }];
    // A new stop is added at the end of the day, so it is moved when it belongs elsewhere.
    if (anchor && anchor !== lastOn(stops, requireOn(anchor, input.dayId))) {
      changes.push({ op: "stops.move", entityId: id, input: { dayId: input.dayId, afterId: anchor.id } });
    }
    return {
      changes,
      summary: {
        en: `Added ${quoted(name)} ${day ? `on ${day.date}` : "to Ideas"}.`,
        zh: `在${day ? ` ${day.date} ` : "想法中"}添加了${quoted(name)}。`,
      },
      about: { name, ...(day && { date: day.date }) },
      told: telling({
        stopId: shortId(id),
        cost: moneyText(fields.cost ?? null),
        place: known && standsAt(known, name),
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
export function requireOn(anchor: PlannedStop, dayId: string | null): string | null {
  if (anchor.dayId === dayId) return dayId;
  const message = `${quoted(anchor.name)} is not on that day: name a stop of the very day, or leave afterStopId out.`;
  throw new AppError("VALIDATION_FAILED", message);
}
