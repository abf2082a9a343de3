import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { profileChanges } from "#db/schema/account.ts";
import { users } from "#db/schema/auth.ts";
import { tripMembers } from "#db/schema/members.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { param } from "./projection.ts";
import { memberJson } from "./projections.ts";

export const selectProfileChange = statement<{ userId: string }, { version: number }>(
  "select_profile_change",
  sql`select ${profileChanges.version} as version from ${profileChanges} where ${profileChanges.userId} = ${param("userId", "uuid")}`,
);

/** Deletes the record of a changed profile; no row is deleted if the profile has changed again since `version`. */
export const deleteProfileChange = statement<{ userId: string; version: number }, { userId: string }>(
  "delete_profile_change",
  sql`delete from ${profileChanges} where ${profileChanges.userId} = ${param("userId", "uuid")}
    and ${profileChanges.version} = ${param("version", "int")} returning ${profileChanges.userId} as "userId"`,
);

/** Claims the changes that are due, the longest waiting first; nobody else claims them until `leasedUntil`. */
export const claimProfileChanges = statement<
  { now: Date; leasedUntil: Date; limit: number },
  { userId: string }
>(
  "claim_profile_changes",
  sql`update ${profileChanges} set due_at = ${param("leasedUntil", "timestamptz")} where ${profileChanges.userId} in (
      select due.user_id from ${profileChanges} due where due.due_at <= ${param("now", "timestamptz")}
      order by due.due_at limit ${param("limit", "int")} for update skip locked)
    returning ${profileChanges.userId} as "userId"`,
);

/* A member who has left stays known by the old name, but not by a picture that may no longer exist. */
const differs = sql`case when ${tripMembers.leftAt} is null
  then (${tripMembers.name}, ${tripMembers.image}) is distinct from (${users.name}, ${users.image})
  else ${tripMembers.image} is distinct from ${users.image} and ${tripMembers.image} is distinct from ${param("generated", "text")} end`;

/**
 * Trips with an outdated member row, in id order. `generated` is the picture of a user without a picture of their own.
 */
export const selectTripsWithOldProfile = statement<{ userId: string; generated: string }, { tripId: string }>(
  "select_outdated_trips",
  sql`select ${tripMembers.tripId} as "tripId" from ${tripMembers} join ${users} on ${users.id} = ${tripMembers.userId}
    where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is null and ${differs}
    union all select ${tripMembers.tripId} from ${tripMembers} join ${users} on ${users.id} = ${tripMembers.userId}
    where ${tripMembers.userId} = ${param("userId", "uuid")} and ${tripMembers.leftAt} is not null and ${differs}
    order by 1`,
);

export interface Projected {
  member: MemberDto;
  oldName: string;
  oldImage: string | null;
}

/** Writes the current profile into the member's row; no row when it is up to date already. Needs the trip's lock. */
export const projectProfile = statement<
  { tripId: string; userId: string; generated: string; at: Date },
  Projected
>(
  "project_profile",
  sql`update ${tripMembers} set name = case when ${tripMembers.leftAt} is null then ${users.name} else ${tripMembers.name} end,
      image = case when ${tripMembers.leftAt} is null then ${users.image} else ${param("generated", "text")} end,
      version = ${tripMembers.version} + 1, updated_at = ${param("at", "timestamptz")}
    from ${users}, ${tripMembers} old
    where ${tripMembers.tripId} = ${param("tripId", "uuid")} and ${tripMembers.userId} = ${param("userId", "uuid")}
      and ${users.id} = ${param("userId", "uuid")} and old.id = ${tripMembers.id} and ${differs}
    returning ${memberJson} as member, old.name as "oldName", old.image as "oldImage"`,
);
