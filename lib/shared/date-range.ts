import type * as z from "zod";
import { daysBetween } from "./dates.ts";

/** Maximum length of a trip in days: a leap year. */
export const MAX_TRIP_DAYS = 366;

interface Range {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

function checkRange({ startDate, endDate }: Range, issue: (path: string, message: string) => void): void {
  const hasStart = typeof startDate === "string";
  if (hasStart !== (typeof endDate === "string") || (startDate === undefined) !== (endDate === undefined)) {
    return issue(hasStart ? "endDate" : "startDate", "Send both dates, or neither.");
  }
  if (!hasStart || typeof endDate !== "string") return;
  const length = daysBetween(startDate, endDate) + 1;
  if (length < 1) issue("endDate", "The trip ends before it starts.");
  if (length > MAX_TRIP_DAYS) issue("endDate", `At most ${MAX_TRIP_DAYS} days.`);
}

/**
 * Checks that both dates or neither are given, and that the last one is not before the first and not too far from it.
 */
export function refineRange(value: Range, ctx: z.RefinementCtx): void {
  checkRange(value, (path, message) => ctx.addIssue({ code: "custom", path: [path], message }));
}
