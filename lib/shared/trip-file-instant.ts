import { Instant, LAST_YEAR } from "./fields.ts";

const FIRST_YEAR = 1970;

/** An instant in a trip file that the database can store. */
export const FileInstant = Instant.refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}, "Use an instant of our time.");
