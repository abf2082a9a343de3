import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** Cached answers of open services, shared by all servers. A reader of the table can't learn what was requested. */
export const openServiceAnswers = pgTable(
  "open_service_answers",
  {
    /** The service's name, a colon, and the SHA-256 of its address and the request, base64url. */
    key: text("key").primaryKey(),
    /** The value that our service has made of the answer. */
    answer: jsonb("answer").$type<unknown>(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("open_service_answers_expires_at_idx").on(t.expiresAt)],
);

/** When the next request may be sent to a service that requires pauses between requests, from any server. */
export const openServiceTurns = pgTable("open_service_turns", {
  service: text("service").primaryKey(),
  nextAt: instant("next_at").notNull(),
});
