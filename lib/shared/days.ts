import * as z from "zod";
import { refineRange } from "./date-range.ts";
import {
  AT_LEAST_ONE_FIELD,
  atLeastOneField,
  CalendarDate,
  Id,
  Instant,
  paragraphField,
  VISIBLE_TEXT_MESSAGE,
  TimeZone,
} from "./fields.ts";
import { isInvisibleText } from "./plain-text.ts";
import { removeDirectionOverrides } from "./text-direction.ts";

/** A day's title. It may be empty; a title of invisible characters alone is refused. */
export const DayTitle = paragraphField(120)
  .overwrite(removeDirectionOverrides)
  .refine((title) => title === "" || !isInvisibleText(title), VISIBLE_TEXT_MESSAGE);

export const DayPatch = z
  .strictObject({
    title: DayTitle.nullable().optional(),
    notes: paragraphField(10_000).nullable().optional(),
    timezone: TimeZone.nullable().optional(),
  })
  .refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type DayPatch = z.infer<typeof DayPatch>;

export const DayDto = z
  .object({
    id: Id,
    date: z.string(),
    title: z.string().nullable(),
    notes: z.string().nullable(),
    timezone: z.string().nullable().meta({ description: "null: the trip's" }),
    version: z.int(),
    updatedAt: Instant,
  })
  .meta({ id: "Day" });
export type DayDto = z.infer<typeof DayDto>;

/** What a change of a trip's dates would do. The change deletes nothing: stops of retired days move to Ideas. */
export const DatesPreview = z
  .object({
    addedDates: z.array(z.string()),
    revivedDays: z.array(z.object({ id: Id, date: z.string(), title: z.string().nullable() })),
    shiftedDays: z.array(
      z.object({ id: Id, from: z.string(), to: z.string(), title: z.string().nullable() }),
    ),
    retiredDays: z.array(z.object({ id: Id, date: z.string(), title: z.string().nullable() })),
    stopsToIdeas: z.array(z.object({ id: Id, name: z.string(), date: z.string() })),
    shiftedReservations: z
      .array(z.object({ id: Id, title: z.string(), from: z.string(), to: z.string() }))
      .meta({ description: "they move along, by their first dates" }),
    keptReservations: z
      .array(z.object({ id: Id, title: z.string(), date: z.string(), isOutside: z.boolean() }))
      .meta({ description: "confirmed ones that do not move along, and those outside the new dates" }),
  })
  .meta({ id: "DatesPreview" });
export type DatesPreview = z.infer<typeof DatesPreview>;

/** The dates of a preview. Dates that the change would refuse have no preview. */
export const DatesPreviewQuery = z
  .strictObject({
    startDate: CalendarDate.nullable(),
    endDate: CalendarDate.nullable(),
    mode: z.enum(["keep", "shift"]).default("keep"),
  })
  .superRefine(refineRange);
