import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { verifications } from "#db/schema/auth.ts";
import { param } from "./projection.ts";

/**
 * Deletes the records of devices that skip the second factor, and of sign-ins that wait for it: the value of both is
 * the user's id alone.
 */
export const forgetTrustedDevices = statement<{ userId: string }, { id: string }>(
  "forget_trusted_devices",
  sql`delete from ${verifications} where ${verifications.value} = ${param("userId", "text")} returning id`,
);
