import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { verifications } from "#db/schema/auth.ts";
import { param } from "./projection.ts";

/** Devices that skip the second factor, and sign-ins that wait for it: both hold the user's id and nothing else. */
export const forgetTrustedDevices = statement<{ userId: string }, { id: string }>(
  "forget_trusted_devices",
  sql`delete from ${verifications} where ${verifications.value} = ${param("userId", "text")} returning id`,
);
