import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns.ts";
import { tripMembers } from "./members.ts";
import { trips } from "./trips.ts";

/** Secret addresses from which calendar apps read a trip. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    id: id(),
    tripId: uuid("trip_id")
      .notNull()
      .references(() => trips.id, { onDelete: "cascade" }),
    /** The member whose view of the trip the feed shows; the feed ends with the membership. */
    memberId: uuid("member_id")
      .notNull()
      .references(() => tripMembers.id, { onDelete: "cascade" }),
    /** SHA-256 of the token, base64url. */
    tokenHash: text("token_hash").notNull(),
    /** `mine`: only the entries in which this member takes part. */
    scope: text("scope", { enum: ["all", "mine"] })
      .notNull()
      .default("all"),
    readAt: instant("read_at"),
    revokedAt: instant("revoked_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("calendar_feeds_token_hash_idx").on(t.tokenHash),
    index("calendar_feeds_trip_id_idx").on(t.tripId),
    index("calendar_feeds_member_id_idx").on(t.memberId),
  ],
);
