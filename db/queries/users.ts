import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { users } from "#db/schema/auth.ts";
import { trips } from "#db/schema/trips.ts";
import { tripMembers } from "#db/schema/members.ts";
import { param } from "./projection.ts";

export const selectUserForProvisioning = statement<
  { userId: string },
  { name: string; image: string | null; hasSample: boolean }
>(
  "select_user_for_provisioning",
  sql`select ${users.name} as name, ${users.image} as image, exists (select 1 from ${tripMembers} join ${trips} on ${trips.id} = ${tripMembers.tripId}
      where ${tripMembers.userId} = ${users.id} and ${tripMembers.leftAt} is null and ${trips.isSample}) as "hasSample"
    from ${users} where ${users.id} = ${param("userId", "uuid")}`,
);
