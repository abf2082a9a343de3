import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { accounts, sessions, users } from "#db/schema/auth.ts";
import { tripMembers } from "#db/schema/members.ts";
import { comments } from "#db/schema/comments.ts";
import { expenses } from "#db/schema/money.ts";
import { pushSubscriptions } from "#db/schema/notifications.ts";
import { votes } from "#db/schema/plan.ts";
import { userPreferences } from "#db/schema/preferences.ts";
import { trips } from "#db/schema/trips.ts";
import type {
  ExportedProfile,
  ExportedPushSubscription,
  ExportedSession,
  ExportedSignInMethod,
} from "#lib/shared/account.ts";
import { preferencesJson } from "./preferences.ts";
import { isVisibleTo, readerMemberId } from "./expenses.ts";
import { isoInstant, jsonArray, jsonColumns, jsonObject, param } from "./projection.ts";
import { commentJson, memberJson, voteJson } from "./projections.ts";

const profile = jsonObject<ExportedProfile>({
  id: users.id,
  name: users.name,
  // An address with this ending is no real address; it only fills the column.
  email: sql`case when ${users.email} not like '%.invalid' then ${users.email} end`,
  emailVerified: users.emailVerified,
  image: users.image,
  defaultCurrency: users.defaultCurrency,
  twoFactorEnabled: users.twoFactorEnabled,
  createdAt: isoInstant(users.createdAt),
  updatedAt: isoInstant(users.updatedAt),
});

const methodColumns = jsonColumns<ExportedSignInMethod>({
  providerId: accounts.providerId,
  accountId: accounts.accountId,
  linkedAt: isoInstant(accounts.createdAt),
});

const sessionColumns = jsonColumns<ExportedSession>({
  id: sessions.id,
  isCurrent: sql`${sessions.id} = ${param("sessionId", "uuid")}`,
  createdAt: isoInstant(sessions.createdAt),
  lastUsedAt: isoInstant(sessions.updatedAt),
  expiresAt: isoInstant(sessions.expiresAt),
  userAgent: sessions.userAgent,
  ipAddress: sessions.ipAddress,
});

const deviceColumns = jsonColumns<ExportedPushSubscription>({
  id: pushSubscriptions.id,
  isCurrent: sql`${pushSubscriptions.sessionId} = ${param("sessionId", "uuid")}`,
  service: sql`substring(${pushSubscriptions.endpoint} from '^[a-z]+://([^/]+)')`,
  locale: pushSubscriptions.locale,
  createdAt: isoInstant(pushSubscriptions.createdAt),
});

export interface AccountTexts {
  profile: string;
  signInMethods: string;
  sessions: string;
  preferences: string;
  pushSubscriptions: string;
}

/** The account's own part of the export, as JSON texts. */
export const selectAccountTexts = statement<{ userId: string; sessionId: string; now: Date }, AccountTexts>(
  "select_account_texts",
  sql`select ${profile}::text as profile,
      ${jsonArray(sql`select ${methodColumns} from ${accounts} where ${accounts.userId} = ${users.id} order by ${accounts.createdAt}`)}::text
        as "signInMethods",
      ${jsonArray(sql`select ${sessionColumns} from ${sessions} where ${sessions.userId} = ${users.id}
        and ${sessions.expiresAt} > ${param("now", "timestamptz")} order by ${sessions.createdAt} desc`)}::text as sessions,
      coalesce((select ${preferencesJson}::text from ${userPreferences} where ${userPreferences.userId} = ${users.id}), 'null') as preferences,
      ${jsonArray(sql`select ${deviceColumns} from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${users.id}
        order by ${pushSubscriptions.createdAt}, ${pushSubscriptions.id}`)}::text as "pushSubscriptions"
    from ${users} where ${users.id} = ${param("userId", "uuid")}`,
);

export interface MembershipText {
  tripId: string;
  memberId: string;
  /** The member's own row as JSON text. */
  member: string;
  /** Whether the user may read the whole trip now. */
  isReadable: boolean;
}

/** The memberships in all trips that the user is or was a member of. */
export const selectMemberships = statement<{ userId: string }, MembershipText>(
  "select_memberships",
  sql`select mine.* from (
      select ${tripMembers.tripId} as "tripId", ${tripMembers.id} as "memberId", ${memberJson}::text as member,
        ${trips.deletedAt} is null or ${tripMembers.role} = 'owner' as "isReadable"
      from ${tripMembers} join ${trips} on ${trips.id} = ${tripMembers.tripId}
      where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null
      union all
      select ${tripMembers.tripId}, ${tripMembers.id}, ${memberJson}::text, false from ${tripMembers}
      where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is not null
    ) mine order by mine."memberId"`,
);

interface Page {
  /** The last id of the previous page; null: the first page is read. */
  after: string | null;
  limit: number;
}
interface CommentText {
  id: string;
  comment: string;
}

const nextComments = sql`${comments.deletedAt} is null and (${param("after", "uuid")} is null or ${comments.id} > ${param("after", "uuid")})
  order by ${comments.id} limit ${param("limit", "int")}`;

/**
 * The comments that the reader may see: those on a private expense are visible only to the members who see the expense.
 */
export const selectCommentsOfTrip = statement<{ tripId: string; userId: string } & Page, CommentText>(
  "select_comments_of_trip",
  sql`select ${comments.id} as id, ${commentJson}::text as comment from ${comments}
    where ${comments.tripId} = ${param("tripId", "uuid")}
      and (${comments.targetKind} <> 'expense' or exists (select 1 from ${expenses}
        where ${expenses.id} = ${comments.targetId} and ${isVisibleTo(readerMemberId)}))
      and ${nextComments}`,
);

export const selectCommentsOfMember = statement<{ memberId: string } & Page, CommentText>(
  "select_comments_of_member",
  sql`select ${comments.id} as id, ${commentJson}::text as comment from ${comments}
    where ${comments.memberId} = ${param("memberId", "uuid")} and ${nextComments}`,
);

/** The member's votes: at most one per stop, and a trip has a limited number of stops. */
export const selectVotesOfMember = statement<{ memberId: string }, { vote: string }>(
  "select_votes_of_member",
  sql`select ${voteJson}::text as vote from ${votes} where ${votes.memberId} = ${param("memberId", "uuid")}
    and ${votes.value} <> 0 order by ${votes.stopId}`,
);
