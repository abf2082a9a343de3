import * as z from "zod";
import { LIST_KINDS } from "./resources/list-resources.ts";
import { Id, lineField } from "./fields.ts";

export const SearchQuery = z.strictObject({
  q: lineField(100).meta({ description: "all words must occur; upper and lower case are the same" }),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

export const SearchHit = z
  .object({
    kind: z.enum(["trip", "stop", "reservation", "expense", "person", ...LIST_KINDS]),
    id: Id.meta({ description: "of the row; of the member for a person" }),
    tripId: Id,
    tripTitle: z.string(),
    title: z.string(),
    detail: z.string().nullable().meta({ description: "where it is, or when" }),
  })
  .meta({ id: "SearchHit" });
export type SearchHit = z.infer<typeof SearchHit>;
