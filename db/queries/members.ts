import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { tripMembers } from "#db/schema/members.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { param } from "./projection.ts";
import { memberJson } from "./projections.ts";

export interface NewMember {
  id: string;
  tripId: string;
  userId: string | null;
  name: string;
  image: string | null;
  role: MemberDto["role"];
  /** The invite by which a guest without an account joins. */
  inviteId?: string | null;
  at: Date;
}

/** Adds a member, or lets a former one join again: a user has one row per trip for good. */
export const upsertMember = statement<NewMember, { member: MemberDto }>(
  "upsert_member",
  sql`insert into ${tripMembers} (id, trip_id, user_id, name, image, role, invite_id, created_at, updated_at)
    values (${param("id", "uuid")}, ${param("tripId", "uuid")}, ${param("userId", "uuid")}, ${param("name", "text")}, ${param("image", "text")},
      ${param("role", "text")}, ${param("inviteId", "uuid")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")})
    on conflict (trip_id, user_id) do update set name = excluded.name, image = excluded.image, role = excluded.role, left_at = null,
      version = trip_members.version + 1, updated_at = excluded.updated_at
    returning ${memberJson} as member`,
);

export const selectMembers = statement<{ tripId: string }, { member: MemberDto }>(
  "select_members",
  sql`select ${memberJson} as member from ${tripMembers} where ${tripMembers.tripId} = ${param("tripId", "uuid")} order by ${tripMembers.id}`,
);

export const selectMemberOfUser = statement<{ tripId: string; userId: string }, { member: MemberDto }>(
  "select_member_of_user",
  sql`select ${memberJson} as member from ${tripMembers}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.userId} = ${param("userId", "uuid")}`,
);

/** Writes a member; without `invitesAfter` the stored value stays, whatever happens to the membership. */
export const saveMember = statement<
  { tripId: string; id: string; role: string; leftAt: string | null; invitesAfter: Date | null; at: Date },
  { member: MemberDto }
>(
  "save_member",
  sql`update ${tripMembers} set role = ${param("role", "text")}, left_at = ${param("leftAt", "timestamptz")},
      invites_after = coalesce(${param("invitesAfter", "timestamptz")}, ${tripMembers.invitesAfter}), version = ${tripMembers.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.id} = ${param("id", "uuid")} returning ${memberJson} as member`,
);

export const selectMember = statement<{ tripId: string; id: string }, { member: MemberDto }>(
  "select_member",
  sql`select ${memberJson} as member from ${tripMembers}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.id} = ${param("id", "uuid")}`,
);

/** A user's account; no row for guests, who have none, and for users whose account is gone. */
export const selectAccount = statement<{ userId: string }, { id: string }>(
  "select_account",
  sql`select ${users.id} as id from ${users} where ${users.id} = ${param("userId", "uuid")} and not ${users.isAnonymous}`,
);

export const countPlaceholders = statement<{ tripId: string }, { count: number }>(
  "count_placeholders",
  sql`select count(*)::int as count from ${tripMembers}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.userId} is null and ${tripMembers.leftAt} is null`,
);

export interface MemberCounts {
  present: number;
  /** The number of guests, including those who were guests when they left. */
  guests: number;
}

/** Counts a trip's members, without placeholders. */
export const countMembersWithAccount = statement<{ tripId: string }, MemberCounts>(
  "count_people",
  sql`select count(*) filter (where ${tripMembers.leftAt} is null)::int as present,
      count(*) filter (where ${tripMembers.role} = 'guest')::int as guests from ${tripMembers}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.userId} is not null`,
);

/** Writes the fields of a placeholder that an editor may change. */
export const savePlaceholder = statement<
  { tripId: string; id: string; name: string; leftAt: string | null; at: Date },
  { member: MemberDto }
>(
  "save_placeholder",
  sql`update ${tripMembers} set name = ${param("name", "text")}, left_at = ${param("leftAt", "timestamptz")},
      version = ${tripMembers.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.id} = ${param("id", "uuid")} and ${tripMembers.userId} is null
    returning ${memberJson} as member`,
);

export interface MemberClaim {
  tripId: string;
  id: string;
  userId: string;
  name: string;
  image: string | null;
  role: MemberDto["role"];
  inviteId: string | null;
  at: Date;
}

/** Gives a member row with all its references to another user. Needs the trip's lock. */
export const claimMember = statement<MemberClaim, { member: MemberDto }>(
  "claim_member",
  sql`update ${tripMembers} set user_id = ${param("userId", "uuid")}, name = ${param("name", "text")}, image = ${param("image", "text")},
      role = ${param("role", "text")}, invite_id = ${param("inviteId", "uuid")}, version = ${tripMembers.version} + 1,
      updated_at = ${param("at", "timestamptz")}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.id} = ${param("id", "uuid")} returning ${memberJson} as member`,
);
