import * as z from "zod";
import { CalendarDate, labelField, NewId } from "./fields.ts";

/** The request to copy a trip. */
export const TripCopy = z.strictObject({
  id: NewId.optional(),
  title: labelField(120).optional().meta({ description: "absent: as the other one's" }),
  startDate: CalendarDate.optional().meta({ description: "where its first day moves, everything with it" }),
});
export type TripCopy = z.infer<typeof TripCopy>;
