import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { accounts, users } from "#db/schema/auth.ts";
import { param } from "./projection.ts";

/** No row when the address is verified already; otherwise the user's row is locked until the transaction ends. */
export const verifyAddress = statement<{ userId: string; at: Date }, { id: string }>(
  "verify_address",
  sql`update ${users} set email_verified = true, updated_at = ${param("at", "timestamptz")}
    where ${users.id} = ${param("userId", "uuid")} and not ${users.emailVerified} returning id`,
);

/** Takes the user's password away unless it is the one stored under this very hash. */
export const dropOtherPassword = statement<{ userId: string; hash: string | null }, { id: string }>(
  "drop_other_password",
  sql`delete from ${accounts} where ${accounts.userId} = ${param("userId", "uuid")} and ${accounts.providerId} = 'credential'
    and ${accounts.password} is distinct from ${param("hash", "text")} returning id`,
);

/** No row when the address is verified: then nobody but its owner sets the password. */
export const replaceUnverifiedPassword = statement<
  { userId: string; hash: string; at: Date },
  { id: string }
>(
  "replace_unverified_password",
  sql`with unverified as (select id from ${users} where id = ${param("userId", "uuid")} and not email_verified for update)
    update ${accounts} set password = ${param("hash", "text")}, updated_at = ${param("at", "timestamptz")} from unverified
    where ${accounts.userId} = unverified.id and ${accounts.providerId} = 'credential' returning ${accounts.id} as id`,
);
