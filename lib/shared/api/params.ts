import * as z from "zod";
import { Id } from "../fields.ts";

export const TripParams = z.object({ tripId: Id });

/** The query of one page of a list; the next page's address is in the answer's `Link: rel="next"` header. */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  cursor: z.string().max(200).optional(),
});
