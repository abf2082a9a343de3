import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { PlaceDto } from "#lib/shared/places.ts";
import { instant } from "./columns.ts";

/** Cached answers of a place server, stored for days. A reader of the table can't learn what was searched for. */
export const placeSearches = pgTable(
  "place_searches",
  {
    /**
     * The kind of server, a colon, and the SHA-256 of its address, the search text, the language and the approximate
     * area, base64url.
     */
    key: text("key").primaryKey(),
    places: jsonb("places").$type<PlaceDto[]>().notNull(),
    foundAt: instant("found_at").notNull(),
  },
  (t) => [index("place_searches_found_at_idx").on(t.foundAt)],
);
