import * as z from "zod";
import { AppError } from "#lib/shared/errors.ts";
import { paragraphField } from "#lib/shared/fields.ts";
import { findDay } from "./known-ids.ts";
import { DayId } from "./stop-inputs.ts";
import { nullFields, givenFields, requireNotesRead, writeTool } from "./write-tool.ts";

export const writeDayNote = writeTool({
  name: "write_day_note",
  description:
    "Writes a day's title or notes; what is left out stays as it is. Both are replaced: read the day first and keep what still holds.",
  input: z.strictObject({
    dayId: DayId,
    title: paragraphField(120).nullish(),
    notes: paragraphField(10_000).nullish(),
    clear: z
      .array(z.enum(["title", "notes"]))
      .max(2)
      .nullish()
      .describe("fields to empty"),
  }),
  deed(run, trip, { dayId, clear, ...fields }) {
    const day = findDay(dayId, trip.days);
    const patch = { ...nullFields(clear), ...givenFields(fields) };
    const changed = Object.keys(patch);
    if (!day || changed.length === 0) throw new AppError("VALIDATION_FAILED", "Give a title or notes.");
    if ("notes" in patch) requireNotesRead(run, day);
    return {
      changes: [{ op: "days.update", entityId: day.id, input: patch }],
      summary: {
        en: `Wrote the ${changed.join(" and ")} of ${day.date}.`,
        zh: `写了 ${day.date} 的${changed.map((field) => (field === "title" ? "标题" : "备注")).join("和")}。`,
      },
      about: { date: day.date },
    };
  },
});
