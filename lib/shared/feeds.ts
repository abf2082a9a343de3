import * as z from "zod";
import { Id, Instant, NewId } from "./fields.ts";

export const FEED_SCOPES = ["all", "mine"] as const;
export const FeedScope = z.enum(FEED_SCOPES).meta({
  description: "all: the whole plan; mine: only what its owner takes part in",
});
export type FeedScope = z.infer<typeof FeedScope>;

/** Maximum number of feeds that one member may have of one trip. */
export const MAX_FEEDS = 10;

export const NewFeed = z.strictObject({ id: NewId.optional(), scope: FeedScope.default("all") });
export type NewFeed = z.infer<typeof NewFeed>;

export const FeedDto = z
  .object({
    id: Id,
    scope: FeedScope,
    url: z.string().meta({ description: "whoever has it reads the plan; shown to its owner alone" }),
    readAt: Instant.nullable().meta({ description: "when a calendar app last asked, to the hour" }),
    createdAt: Instant,
  })
  .meta({ id: "Feed" });
export type FeedDto = z.infer<typeof FeedDto>;

/** The token of a feed. The ending `.ics` is for apps that recognize the format by it. */
export const FeedToken = z
  .string()
  .regex(/^[\w-]{32}(\.ics)?$/)
  .transform((text) => text.slice(0, 32))
  .meta({ type: "string" });
