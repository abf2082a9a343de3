import * as z from "zod";
import { WallTime } from "./fields.ts";

const Span = z.strictObject({
  opens: WallTime,
  closes: WallTime.meta({ description: "not after `opens`: on the next day" }),
});
const Spans = z.array(Span).max(4).optional();

/** When a place is open, by weekday; a day that is absent is a closed day, and `{}` says closed every day. */
export const OpeningHours = z
  .strictObject({ mon: Spans, tue: Spans, wed: Spans, thu: Spans, fri: Spans, sat: Spans, sun: Spans })
  .meta({ id: "OpeningHours" });
export type OpeningHours = z.infer<typeof OpeningHours>;
