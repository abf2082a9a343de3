import * as z from "zod";
import { WallTime } from "./fields.ts";

const Span = z.strictObject({
  opens: WallTime,
  closes: WallTime.meta({ description: "not after `opens`: on the next day" }),
});
const Spans = z.array(Span).max(4).optional();

/** The opening hours of a place by weekday. A missing day is a closed day, and `{}` means closed every day. */
export const OpeningHours = z
  .strictObject({ mon: Spans, tue: Spans, wed: Spans, thu: Spans, fri: Spans, sat: Spans, sun: Spans })
  .meta({ id: "OpeningHours" });
export type OpeningHours = z.infer<typeof OpeningHours>;
