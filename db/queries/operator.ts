import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { accounts, sessions, users } from "#db/schema/auth.ts";
import { tripEvents } from "#db/schema/events.ts";
import { tripMembers } from "#db/schema/members.ts";
import { expenses } from "#db/schema/money.ts";
import { days, stops } from "#db/schema/plan.ts";
import { attachments, reservations } from "#db/schema/reservations.ts";
import { trips } from "#db/schema/trips.ts";
import type { Role } from "#lib/shared/roles.ts";
import { param } from "./projection.ts";

/*
 * Queries of the operator's commands. Rows hold names and addresses; the code that prints them decides what is shown.
 */

const limit = param("limit", "int");
const userId = param("userId", "uuid");
const tripId = param("tripId", "uuid");

/** A pattern that matches a part of a text; special characters in the search text stand for themselves. */
const pattern = sql`'%' || replace(replace(replace(${param("text", "text")}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;

export interface FoundPerson {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  isAnonymous: boolean;
  twoFactorEnabled: boolean;
  blockedAt: Date | null;
  createdAt: Date;
  sessions: number;
  trips: number;
  /** Ways to sign in: `credential` is a password. */
  ways: string[];
}

const personColumns = sql`${users.id} as id, ${users.name} as name, ${users.email} as email, ${users.emailVerified} as "emailVerified",
  ${users.isAnonymous} as "isAnonymous", ${users.twoFactorEnabled} as "twoFactorEnabled", ${users.blockedAt} as "blockedAt", ${users.createdAt} as "createdAt",
  (select count(*)::int from ${sessions} where ${sessions.userId} = ${users.id} and ${sessions.expiresAt} > now()) as sessions,
  (select count(*)::int from ${tripMembers} where ${tripMembers.userId} = ${users.id} and ${tripMembers.leftAt} is null) as trips,
  array(select ${accounts.providerId} from ${accounts} where ${accounts.userId} = ${users.id} order by 1) as ways`;

/** Users by a part of their name or address, or by their whole id; newest first. */
export const selectPeopleLike = statement<{ text: string; limit: number }, FoundPerson>(
  "select_people_like",
  sql`select ${personColumns}
    from ${users} where ${users.id}::text = lower(${param("text", "text")}) or ${users.name} ilike ${pattern} or ${users.email} ilike ${pattern}
    order by ${users.id} desc limit ${limit}`,
);

/** A user by id alone, since anybody may use an id as a name. */
export const selectPersonById = statement<{ userId: string }, FoundPerson>(
  "select_person_found",
  sql`select ${personColumns} from ${users} where ${users.id} = ${userId}`,
);

export interface FoundSession {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
}

/** A user's valid sessions, the last used first. */
export const selectSessionsOf = statement<{ userId: string }, FoundSession>(
  "select_sessions_of",
  sql`select ${sessions.id} as id, ${sessions.createdAt} as "createdAt", ${sessions.updatedAt} as "updatedAt", ${sessions.expiresAt} as "expiresAt",
      ${sessions.ipAddress} as "ipAddress", ${sessions.userAgent} as "userAgent"
    from ${sessions} where ${sessions.userId} = ${userId} and ${sessions.expiresAt} > now() order by ${sessions.updatedAt} desc, ${sessions.id}`,
);

export const selectSessionToken = statement<{ sessionId: string }, { token: string }>(
  "select_session_token",
  sql`select ${sessions.token} as token from ${sessions} where ${sessions.id} = ${param("sessionId", "uuid")}`,
);

export interface FoundTrip {
  id: string;
  title: string;
  timezone: string;
  currency: string;
  startDate: string | null;
  endDate: string | null;
  archivedAt: Date | null;
  deletedAt: Date | null;
  createdAt: Date;
  activeAt: Date;
  isSample: boolean;
  isDemo: boolean;
  seq: number;
  publishedSeq: number;
  members: number;
}

const tripColumns = sql`${trips.id} as id, ${trips.title} as title, ${trips.timezone} as timezone, ${trips.currency} as currency,
  ${trips.startDate}::text as "startDate", ${trips.endDate}::text as "endDate", ${trips.archivedAt} as "archivedAt", ${trips.deletedAt} as "deletedAt",
  ${trips.createdAt} as "createdAt", ${trips.activeAt} as "activeAt", ${trips.isSample} as "isSample", ${trips.isDemo} as "isDemo",
  ${trips.seq} as seq, ${trips.publishedSeq} as "publishedSeq",
  (select count(*)::int from ${tripMembers} where ${tripMembers.tripId} = ${trips.id} and ${tripMembers.leftAt} is null) as members`;

/** Trips by a part of their title, by their whole id or by the id of one of their members; the last changed first. */
export const selectTripsLike = statement<{ text: string; limit: number }, FoundTrip>(
  "select_trips_like",
  sql`select ${tripColumns} from ${trips} where ${trips.id}::text = lower(${param("text", "text")}) or ${trips.title} ilike ${pattern}
      or exists (select from ${tripMembers} where ${tripMembers.tripId} = ${trips.id} and ${tripMembers.userId}::text = lower(${param("text", "text")}))
    order by ${trips.activeAt} desc, ${trips.id} limit ${limit}`,
);

export const selectTripById = statement<{ tripId: string }, FoundTrip>(
  "select_trip_found",
  sql`select ${tripColumns} from ${trips} where ${trips.id} = ${tripId}`,
);

export interface TripCounts {
  days: number;
  stops: number;
  reservations: number;
  expenses: number;
  files: number;
  /** Bytes of the attachments, including deleted ones that can be restored. */
  fileBytes: number;
  events: number;
}

/** Counts the rows of a trip, without deleted rows. */
export const selectTripCounts = statement<{ tripId: string }, TripCounts>(
  "select_trip_counts",
  sql`select (select count(*)::int from ${days} where ${days.tripId} = ${tripId} and ${days.deletedAt} is null) as days,
    (select count(*)::int from ${stops} where ${stops.tripId} = ${tripId} and ${stops.deletedAt} is null) as stops,
    (select count(*)::int from ${reservations} where ${reservations.tripId} = ${tripId} and ${reservations.deletedAt} is null) as reservations,
    (select count(*)::int from ${expenses} where ${expenses.tripId} = ${tripId} and ${expenses.deletedAt} is null) as expenses,
    (select count(*)::int from ${attachments} where ${attachments.tripId} = ${tripId} and ${attachments.deletedAt} is null) as files,
    (select coalesce(sum(${attachments.size}), 0)::float8 from ${attachments} where ${attachments.tripId} = ${tripId} and ${attachments.purgedAt} is null) as "fileBytes",
    (select count(*)::int from ${tripEvents} where ${tripEvents.tripId} = ${tripId}) as events`,
);

export interface FoundMember {
  id: string;
  userId: string | null;
  name: string;
  role: Role;
  leftAt: Date | null;
}

/** Everybody who is or was a member of a trip; present members come first. */
export const selectMembersForOperator = statement<{ tripId: string }, FoundMember>(
  "select_members_found",
  sql`select ${tripMembers.id} as id, ${tripMembers.userId} as "userId", ${tripMembers.name} as name, ${tripMembers.role} as role, ${tripMembers.leftAt} as "leftAt"
    from ${tripMembers} where ${tripMembers.tripId} = ${tripId} order by ${tripMembers.leftAt} nulls first, ${tripMembers.createdAt}, ${tripMembers.id}`,
);

/** Sets since when nobody may sign in as this user; null: sign-in is allowed again. No row: there is no such user. */
export const setBlocked = statement<{ userId: string; at: Date | null }, { id: string }>(
  "set_blocked",
  sql`update ${users} set blocked_at = ${param("at", "timestamptz")} where ${users.id} = ${userId} returning ${users.id} as id`,
);

export const selectBlocked = statement<{ userId: string }, { blockedAt: Date }>(
  "select_blocked",
  sql`select ${users.blockedAt} as "blockedAt" from ${users} where ${users.id} = ${userId} and ${users.blockedAt} is not null`,
);
