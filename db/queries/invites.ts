import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { invites, tripMembers } from "#db/schema/members.ts";
import { trips } from "#db/schema/trips.ts";
import type { InviteDto } from "#lib/shared/invites.ts";
import type { Role } from "#lib/shared/roles.ts";
import { param } from "./projection.ts";
import { inviteJson } from "./projections.ts";

/**
 * An invite is valid while its maker may still invite and is not blocked, its trip exists and its uses are not used up.
 */
const works = sql`${invites.revokedAt} is null and ${invites.expiresAt} > ${param("now", "timestamptz")}
  and (${invites.maxUses} is null or ${invites.uses} < ${invites.maxUses})
  and ${tripMembers.leftAt} is null and ${tripMembers.role} in ('editor', 'owner') and ${trips.deletedAt} is null
  and not exists (select 1 from ${users} where ${users.id} = ${tripMembers.userId} and ${users.blockedAt} is not null)`;

const joined = sql`${invites} join ${tripMembers} on ${tripMembers.id} = ${invites.createdBy} join ${trips} on ${trips.id} = ${invites.tripId}`;

export const selectInvites = statement<{ tripId: string; now: Date }, { invite: InviteDto }>(
  "select_invites",
  sql`select ${inviteJson} as invite from ${joined} where ${invites.tripId} = ${param("tripId", "uuid")} and ${works} order by ${invites.id}`,
);

export const selectInvite = statement<
  { tripId: string; id: string },
  { invite: InviteDto; revokedAt: Date | null }
>(
  "select_invite",
  sql`select ${inviteJson} as invite, ${invites.revokedAt} as "revokedAt" from ${invites}
    where ${invites.tripId} = ${param("tripId", "uuid")} and ${invites.id} = ${param("id", "uuid")}`,
);

export const insertInvite = statement<
  {
    id: string;
    tripId: string;
    tokenHash: string;
    role: string;
    email: string | null;
    memberId: string | null;
    expiresAt: Date;
    maxUses: number | null;
    createdBy: string;
    at: Date;
  },
  { invite: InviteDto }
>(
  "insert_invite",
  sql`insert into ${invites} (id, trip_id, token_hash, role, email, member_id, expires_at, max_uses, created_by, created_at, updated_at)
    values (${param("id", "uuid")}, ${param("tripId", "uuid")}, ${param("tokenHash", "text")}, ${param("role", "text")}, ${param("email", "text")},
      ${param("memberId", "uuid")}, ${param("expiresAt", "timestamptz")}, ${param("maxUses", "int")}, ${param("createdBy", "uuid")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")})
    returning ${inviteJson} as invite`,
);

export const revokeInvite = statement<{ tripId: string; id: string; at: Date }, { id: string }>(
  "revoke_invite",
  sql`update ${invites} set revoked_at = coalesce(${invites.revokedAt}, ${param("at", "timestamptz")}), version = ${invites.version} + 1,
      updated_at = ${param("at", "timestamptz")}
    where ${invites.tripId} = ${param("tripId", "uuid")} and ${invites.id} = ${param("id", "uuid")} returning id`,
);

export const revokeInvitesByMember = statement<{ memberId: string; at: Date }, { id: string }>(
  "revoke_invites_of",
  sql`update ${invites} set revoked_at = ${param("at", "timestamptz")}, version = ${invites.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${invites.createdBy} = ${param("memberId", "uuid")} and ${invites.revokedAt} is null returning id`,
);

/** Revokes the invites of a placeholder that is removed. */
export const revokeInvitesToPlaceholder = statement<{ memberId: string; at: Date }, { id: string }>(
  "revoke_invites_for",
  sql`update ${invites} set revoked_at = ${param("at", "timestamptz")}, version = ${invites.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${invites.memberId} = ${param("memberId", "uuid")} and ${invites.revokedAt} is null returning id`,
);

export interface InviteLookup {
  id: string;
  tripId: string;
  tripTitle: string;
  startDate: string | null;
  endDate: string | null;
  role: Exclude<Role, "owner">;
  email: string | null;
  /** The placeholder whose member row the invite hands over. */
  memberId: string | null;
  /** The placeholder that the invite hands over, as long as nobody has claimed it. */
  placeholder: { id: string; name: string; image: string | null; role: Role } | null;
  invitedBy: string;
  memberCount: number;
  /**
   * Whether the invite is valid for this user: a user who was removed or demoted needs an invite that is newer than
   * that.
   */
  works: boolean;
  /** The requesting user's role if they are a member of the trip already. */
  ownRole: Role | null;
  /** The member row that the requesting user has or had in the trip. */
  own: { id: string; name: string } | null;
}

/** The invite that a link leads to; `userId` may be null before any sign-in. */
export const selectInviteByToken = statement<
  { tokenHash: string; userId: string | null; now: Date },
  InviteLookup
>(
  "select_invite_by_token",
  sql`select ${invites.id} as id, ${invites.tripId} as "tripId", ${trips.title} as "tripTitle", ${trips.startDate}::text as "startDate",
      ${trips.endDate}::text as "endDate", ${invites.role} as role, ${invites.email} as email, ${invites.memberId} as "memberId", ${tripMembers.name} as "invitedBy",
      (select json_build_object('id', m.id, 'name', m.name, 'image', m.image, 'role', m.role) from ${tripMembers} m
        where m.id = ${invites.memberId} and m.user_id is null and m.left_at is null) as placeholder,
      (select count(*)::int from ${tripMembers} m where m.trip_id = ${trips.id} and m.left_at is null) as "memberCount",
      ${works} and not exists (select 1 from ${tripMembers} m where m.trip_id = ${trips.id} and m.user_id = ${param("userId", "uuid")}
        and m.invites_after >= ${invites.createdAt}) as works,
      (select m.role from ${tripMembers} m where m.trip_id = ${trips.id} and m.user_id = ${param("userId", "uuid")}
        and m.left_at is null and ${trips.deletedAt} is null) as "ownRole",
      (select json_build_object('id', m.id, 'name', m.name) from ${tripMembers} m where m.trip_id = ${trips.id}
        and m.user_id = ${param("userId", "uuid")}) as own
    from ${joined} where ${invites.tokenHash} = ${param("tokenHash", "text")}`,
);

/** Counts one use of an invite; no row when no use is left. */
export const countInviteUse = statement<{ id: string }, { id: string }>(
  "use_invite",
  sql`update ${invites} set uses = ${invites.uses} + 1 where ${invites.id} = ${param("id", "uuid")}
    and (${invites.maxUses} is null or ${invites.uses} < ${invites.maxUses}) returning id`,
);
