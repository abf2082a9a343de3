import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { sessions, users } from "#db/schema/auth.ts";
import { tripMembers } from "#db/schema/members.ts";
import { trips } from "#db/schema/trips.ts";
import type { Role } from "#lib/shared/roles.ts";
import { param } from "./projection.ts";

export interface AccessRow {
  role: Role | null;
  memberId: string | null;
  isDemo: boolean;
  isDeleted: boolean;
  seq: number;
}

const accessColumns = sql`me.role as role, me.id as "memberId", ${trips.isDemo} as "isDemo",
  ${trips.deletedAt} is not null as "isDeleted", ${trips.seq} as seq`;

/** Returns one row if the trip exists; the role is null for users who are not members. */
export const selectAccess = statement<{ tripId: string; userId: string }, AccessRow>(
  "select_access",
  sql`select ${accessColumns}
    from ${trips} left join ${tripMembers} me on me.trip_id = ${trips.id}
      and me.user_id = ${param("userId", "uuid")} and me.left_at is null
    where ${trips.id} = ${param("tripId", "uuid")}`,
);

/**
 * Sessions that are still valid, of users who are not blocked. Except for a guest's session, they began after
 * `begunAfter`.
 */
const liveSessions = sql`${sessions} join ${users} on ${users.id} = ${sessions.userId} and ${users.blockedAt} is null
    and ${sessions.id} = any(${param("sessionIds", "uuid[]")}) and ${sessions.expiresAt} > ${param("now", "timestamptz")}
    and (${users.isAnonymous} or ${sessions.createdAt} > ${param("begunAfter", "timestamptz")})`;

interface AskedSessions {
  sessionIds: string[];
  now: Date;
  begunAfter: Date;
}

/** Checks the access to a trip for the users of many sessions; no row for a session that has ended. */
export const selectSessionsAccess = statement<
  AskedSessions & { tripId: string },
  AccessRow & { sessionId: string }
>(
  "select_sessions_access",
  sql`select ${sessions.id} as "sessionId", ${accessColumns}
    from ${trips} cross join ${liveSessions}
    left join ${tripMembers} me on me.trip_id = ${trips.id} and me.user_id = ${sessions.userId} and me.left_at is null
    where ${trips.id} = ${param("tripId", "uuid")}`,
);

/** Returns, among the given sessions, those that belong to the user and have not ended. */
export const selectLiveSessions = statement<AskedSessions & { userId: string }, { sessionId: string }>(
  "select_live_sessions",
  sql`select ${sessions.id} as "sessionId" from ${liveSessions} where ${users.id} = ${param("userId", "uuid")}`,
);
