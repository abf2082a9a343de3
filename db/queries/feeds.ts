import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { calendarFeeds } from "#db/schema/feeds.ts";
import { tripMembers } from "#db/schema/members.ts";
import { trips } from "#db/schema/trips.ts";
import type { FeedDto, FeedScope } from "#lib/shared/feeds.ts";
import { isoInstant, jsonObject, param } from "./projection.ts";

/** A feed without its address, which the service adds. */
export type BareFeed = Omit<FeedDto, "url">;

const feedJson = jsonObject<BareFeed>({
  id: calendarFeeds.id,
  scope: calendarFeeds.scope,
  readAt: isoInstant(calendarFeeds.readAt),
  createdAt: isoInstant(calendarFeeds.createdAt),
});

/** The feeds of this user alone, without revoked ones. */
export const selectFeeds = statement<{ tripId: string; userId: string }, { feed: BareFeed }>(
  "select_feeds",
  sql`select ${feedJson} as feed from ${calendarFeeds} join ${tripMembers} on ${tripMembers.id} = ${calendarFeeds.memberId}
    where ${calendarFeeds.tripId} = ${param("tripId", "uuid")} and ${tripMembers.userId} = ${param("userId", "uuid")}
      and ${calendarFeeds.revokedAt} is null order by ${calendarFeeds.id}`,
);

export const selectFeed = statement<
  { tripId: string; id: string },
  { feed: BareFeed; revokedAt: Date | null }
>(
  "select_feed",
  sql`select ${feedJson} as feed, ${calendarFeeds.revokedAt} as "revokedAt" from ${calendarFeeds}
    where ${calendarFeeds.tripId} = ${param("tripId", "uuid")} and ${calendarFeeds.id} = ${param("id", "uuid")}`,
);

export const countFeeds = statement<{ tripId: string; userId: string }, { count: number }>(
  "count_feeds",
  sql`select count(*)::int as count from ${calendarFeeds} join ${tripMembers} on ${tripMembers.id} = ${calendarFeeds.memberId}
    where ${calendarFeeds.tripId} = ${param("tripId", "uuid")} and ${tripMembers.userId} = ${param("userId", "uuid")}
      and ${calendarFeeds.revokedAt} is null`,
);

interface NewRow {
  id: string;
  tripId: string;
  memberId: string;
  tokenHash: string;
  scope: FeedScope;
  at: Date;
}

export const insertFeed = statement<NewRow, { feed: BareFeed }>(
  "insert_feed",
  sql`insert into ${calendarFeeds} (id, trip_id, member_id, token_hash, scope, created_at)
    values (${param("id", "uuid")}, ${param("tripId", "uuid")}, ${param("memberId", "uuid")}, ${param("tokenHash", "text")},
      ${param("scope", "text")}, ${param("at", "timestamptz")}) returning ${feedJson} as feed`,
);

/** Revokes a feed; no row when it is not the member's, or was revoked already. */
export const revokeFeedRow = statement<
  { tripId: string; memberId: string; id: string; at: Date },
  { id: string }
>(
  "revoke_feed",
  sql`update ${calendarFeeds} set revoked_at = ${param("at", "timestamptz")}
    where ${calendarFeeds.tripId} = ${param("tripId", "uuid")} and ${calendarFeeds.memberId} = ${param("memberId", "uuid")}
      and ${calendarFeeds.id} = ${param("id", "uuid")} and ${calendarFeeds.revokedAt} is null returning id`,
);

export interface FeedLookup {
  id: string;
  tripId: string;
  memberId: string;
  userId: string;
  scope: FeedScope;
  readAt: Date | null;
}

/**
 * The feed of an address, as long as its owner may read the trip: the owner's account, the membership, the trip and the
 * feed exist, and the owner is not blocked.
 */
export const selectFeedByToken = statement<{ tokenHash: string }, FeedLookup>(
  "select_feed_by_token",
  sql`select ${calendarFeeds.id} as id, ${calendarFeeds.tripId} as "tripId", ${calendarFeeds.memberId} as "memberId", ${users.id} as "userId",
      ${calendarFeeds.scope} as scope, ${calendarFeeds.readAt} as "readAt"
    from ${calendarFeeds} join ${tripMembers} on ${tripMembers.id} = ${calendarFeeds.memberId}
      join ${users} on ${users.id} = ${tripMembers.userId} join ${trips} on ${trips.id} = ${calendarFeeds.tripId}
    where ${calendarFeeds.tokenHash} = ${param("tokenHash", "text")} and ${calendarFeeds.revokedAt} is null
      and ${tripMembers.leftAt} is null and ${tripMembers.role} <> 'guest' and ${trips.deletedAt} is null and ${users.blockedAt} is null`,
);

export const noteFeedRead = statement<{ id: string; at: Date }, never>(
  "note_feed_read",
  sql`update ${calendarFeeds} set read_at = ${param("at", "timestamptz")} where ${calendarFeeds.id} = ${param("id", "uuid")}`,
);
