import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { trips } from "#db/schema/trips.ts";
import { tripMembers } from "#db/schema/members.ts";
import { param } from "./projection.ts";

/** A user's picture; waits for a change of the row that is under way. */
export const selectUserImage = statement<{ userId: string }, { image: string | null }>(
  "select_user_image",
  sql`select ${users.image} as image from ${users} where ${users.id} = ${param("userId", "uuid")} for share`,
);

export const selectUserImages = statement<{ userIds: string[] }, { userId: string; image: string | null }>(
  "select_user_images",
  sql`select ${users.id} as "userId", ${users.image} as image from ${users} where ${users.id} = any(${param("userIds", "uuid[]")})`,
);

export const selectUserForProvisioning = statement<
  { userId: string },
  { name: string; image: string | null; hasSample: boolean }
>(
  "select_user_for_provisioning",
  sql`select ${users.name} as name, ${users.image} as image, exists (select 1 from ${tripMembers} join ${trips} on ${trips.id} = ${tripMembers.tripId}
      where ${tripMembers.userId} = ${users.id} and ${tripMembers.leftAt} is null and ${trips.isSample}) as "hasSample"
    from ${users} where ${users.id} = ${param("userId", "uuid")} and not ${users.isAnonymous}`,
);
