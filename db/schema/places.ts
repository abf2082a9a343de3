import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { PlaceDto } from "#lib/shared/places.ts";
import { instant } from "./columns.ts";

/** Answers of a server of places, kept for days. Whoever reads this learns nothing of what was searched for. */
export const placeSearches = pgTable(
  "place_searches",
  {
    /** The kind of server, and behind a colon SHA-256 of its address, the text, its language and roughly where, base64url. */
    key: text("key").primaryKey(),
    places: jsonb("places").$type<PlaceDto[]>().notNull(),
    foundAt: instant("found_at").notNull(),
  },
  (t) => [index("place_searches_found_at_idx").on(t.foundAt)],
);
