import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
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

/** One row while the trip exists; the role is null for strangers. */
export const selectAccess = statement<{ tripId: string; userId: string }, AccessRow>(
  "select_access",
  sql`select me.role as role, me.id as "memberId", ${trips.isDemo} as "isDemo", ${trips.deletedAt} is not null as "isDeleted", ${trips.seq} as seq
    from ${trips} left join ${tripMembers} me on me.trip_id = ${trips.id}
      and me.user_id = ${param("userId", "uuid")} and me.left_at is null
    where ${trips.id} = ${param("tripId", "uuid")}`,
);
