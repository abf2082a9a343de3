import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
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
  at: Date;
}

/** Joins, or joins again: a person has one row per trip for good. */
export const upsertMember = statement<NewMember, { member: MemberDto }>(
  "upsert_member",
  sql`insert into ${tripMembers} (id, trip_id, user_id, name, image, role, created_at, updated_at)
    values (${param("id", "uuid")}, ${param("tripId", "uuid")}, ${param("userId", "uuid")}, ${param("name", "text")}, ${param("image", "text")},
      ${param("role", "text")}, ${param("at", "timestamptz")}, ${param("at", "timestamptz")})
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

/** Without `invitesAfter` the older one stays, whatever becomes of the membership. */
export const saveMember = statement<
  { tripId: string; id: string; role: string; leftAt: string | null; invitesAfter: Date | null; at: Date },
  { member: MemberDto }
>(
  "save_member",
  sql`update ${tripMembers} set role = ${param("role", "text")}, left_at = ${param("leftAt", "timestamptz")},
      invites_after = coalesce(${param("invitesAfter", "timestamptz")}, ${tripMembers.invitesAfter}), version = ${tripMembers.version} + 1, updated_at = ${param("at", "timestamptz")}
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.id} = ${param("id", "uuid")} returning ${memberJson} as member`,
);
