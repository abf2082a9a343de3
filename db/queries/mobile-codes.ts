import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { sessions, verifications } from "#db/schema/auth.ts";
import { param } from "./projection.ts";

export const insertMobileCode = statement<
  { id: string; identifier: string; value: string; expiresAt: Date },
  { id: string }
>(
  "insert_mobile_code",
  sql`insert into ${verifications} (id, identifier, value, expires_at)
    values (${param("id", "uuid")}, ${param("identifier", "text")}, ${param("value", "text")}, ${param("expiresAt", "timestamptz")})
    returning id`,
);

/** The time of the sign-in that a session came from. */
export const selectSignedInAt = statement<{ sessionId: string }, { signedInAt: Date }>(
  "select_signed_in_at",
  sql`select ${sessions.createdAt} as "signedInAt" from ${sessions} where ${sessions.id} = ${param("sessionId", "uuid")}`,
);

/**
 * Spends a sign-in code, whose stored value is `<session>|<challenge>|<hash of the state>`; only the first request gets
 * it. The user is returned only while the session in which the code was made still exists.
 */
export const consumeMobileCode = statement<
  { identifier: string; at: Date },
  { userId: string; signedInAt: Date; challenge: string; stateHash: string }
>(
  "consume_mobile_code",
  sql`with spent as (
      delete from ${verifications} where ${verifications.identifier} = ${param("identifier", "text")} returning value, expires_at
    )
    select ${sessions.userId} as "userId", ${sessions.createdAt} as "signedInAt", split_part(spent.value, '|', 2) as challenge, split_part(spent.value, '|', 3) as "stateHash"
    from spent join ${sessions} on ${sessions.id}::text = split_part(spent.value, '|', 1)
    where spent.expires_at > ${param("at", "timestamptz")} and ${sessions.expiresAt} > ${param("at", "timestamptz")}`,
);
