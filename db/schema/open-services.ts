import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** Answers of services that anybody may ask, kept for all servers. Whoever reads this learns nothing of what was asked. */
export const openServiceAnswers = pgTable(
  "open_service_answers",
  {
    /** The service, and behind a colon SHA-256 of its address and the question, base64url. */
    key: text("key").primaryKey(),
    /** What the service itself has made of the answer. */
    answer: jsonb("answer").$type<unknown>(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [index("open_service_answers_expires_at_idx").on(t.expiresAt)],
);

/** When the next request may go to a service that wants them some time apart, whichever server sends it. */
export const openServiceTurns = pgTable("open_service_turns", {
  service: text("service").primaryKey(),
  nextAt: instant("next_at").notNull(),
});
