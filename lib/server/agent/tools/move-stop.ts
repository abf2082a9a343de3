import * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { requireStopOnDay } from "./add-stop.ts";
import { findDay, findKnownRow } from "./known-ids.ts";
import { plannedStops } from "./planned-stops.ts";
import { quoteName } from "./short-text.ts";
import { DayId, StopId } from "./stop-inputs.ts";
import { writeTool } from "./write-tool.ts";

export const moveStop = writeTool({
  name: "move_stop",
  description: "Puts a stop at another place of its day, on another day, or among the Ideas.",
  input: z.strictObject({
    stopId: StopId,
    dayId: DayId.nullable().describe("the day that it goes to; null: the Ideas list"),
    afterStopId: StopId.nullable().describe(
      "the stop of that day which it follows; null: it becomes the first",
    ),
  }),
  deed(run, trip, { stopId, dayId, afterStopId }) {
    const stops = plannedStops(run, trip);
    const stop = findKnownRow("stop", stopId, stops);
    const day = findDay(dayId, trip.days);
    const anchor = afterStopId === null ? null : findKnownRow("stop", afterStopId, stops);
    if (anchor === stop) throw new AppError("VALIDATION_FAILED", "A stop can't follow itself: name another.");
    const target = day?.id ?? null;
    if (anchor) requireStopOnDay(anchor, target);
    const behind = anchor ? `behind ${quoteName(anchor.name)}` : "to the beginning";
    const where = anchor ? `${quoteName(anchor.name)}之后` : "最前面";
    return {
      changes: [
        { op: "stops.move", entityId: stop.id, input: { dayId: target, afterId: anchor?.id ?? null } },
      ],
      summary: {
        en: `Moved ${quoteName(stop.name)} ${behind} ${day ? `on ${day.date}` : "in Ideas"}.`,
        zh: `把${quoteName(stop.name)}移到了${day ? ` ${day.date} ` : "想法中"}${where}。`,
      },
      about: { name: stop.name, ...(day && { date: day.date }) },
      stopId: stop.id,
    };
  },
});
