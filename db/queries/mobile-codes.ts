import { sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { sessions, verifications } from "#db/schema/auth.ts";
import { param } from "./projection.ts";

export const insertMobileCode = statement<
  { id: string; identifier: string; sessionId: string; expiresAt: Date },
  { id: string }
>(
  "insert_mobile_code",
  sql`insert into ${verifications} (id, identifier, value, expires_at)
    values (${param("id", "uuid")}, ${param("identifier", "text")}, ${param("sessionId", "text")}, ${param("expiresAt", "timestamptz")})
    returning id`,
);

/** Spends a code, whoever asks first; its user comes back only while the session that it was made in still stands. */
export const consumeMobileCode = statement<
  { identifier: string; at: Date },
  { userId: string; signedInAt: Date }
>(
  "consume_mobile_code",
  sql`with spent as (
      delete from ${verifications} where ${verifications.identifier} = ${param("identifier", "text")} returning value, expires_at
    )
    select ${sessions.userId} as "userId", ${sessions.createdAt} as "signedInAt" from spent join ${sessions} on ${sessions.id}::text = spent.value
    where spent.expires_at > ${param("at", "timestamptz")} and ${sessions.expiresAt} > ${param("at", "timestamptz")}`,
);
