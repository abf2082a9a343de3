import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { accounts, sessions, users } from "#db/schema/auth.ts";
import { param } from "./projection.ts";

/**
 * Marks an address as verified, and locks the user's row until the transaction ends; no row when the address was
 * verified already.
 */
export const markEmailVerified = statement<{ userId: string; at: Date }, { id: string }>(
  "verify_address",
  sql`update ${users} set email_verified = true, updated_at = ${param("at", "timestamptz")}
    where ${users.id} = ${param("userId", "uuid")} and not ${users.emailVerified} returning id`,
);

/** Removes every way to sign in except the password that is stored under exactly this hash; null: the password, too. */
export const deleteOtherSignInMethods = statement<{ userId: string; hash: string | null }, { id: string }>(
  "drop_other_access",
  sql`with ended as (delete from ${sessions} where ${sessions.userId} = ${param("userId", "uuid")} returning id)
    delete from ${accounts} where ${accounts.userId} = ${param("userId", "uuid")}
      and not (${accounts.providerId} = 'credential' and ${accounts.password} is not distinct from ${param("hash", "text")})
    returning id`,
);

/** Sets the user's password, whether there was one or not. */
export const putPassword = statement<{ id: string; userId: string; hash: string; at: Date }, { id: string }>(
  "put_password",
  sql`insert into ${accounts} (id, user_id, account_id, provider_id, password, created_at, updated_at)
    values (${param("id", "uuid")}, ${param("userId", "uuid")}, ${param("userId", "uuid")}::text, 'credential', ${param("hash", "text")},
      ${param("at", "timestamptz")}, ${param("at", "timestamptz")})
    on conflict (account_id, provider_id) do update set password = excluded.password, updated_at = excluded.updated_at
    returning id`,
);
