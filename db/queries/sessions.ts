import { sql } from "drizzle-orm";
import { type Db, statement } from "#db/client.ts";
import { sessions, users } from "#db/schema/auth.ts";

export interface SessionRow {
  sessionId: string;
  userId: string;
  expiresAt: Date;
  /** When the session's user last signed in. */
  createdAt: Date;
  updatedAt: Date;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  defaultCurrency: string;
  twoFactorEnabled: boolean;
  isAnonymous: boolean;
}

const byToken = statement<{ token: string }, SessionRow>(
  "session_by_token",
  sql`
    select ${sessions.id} as "sessionId", ${users.id} as "userId",
      ${sessions.expiresAt} as "expiresAt", ${sessions.createdAt} as "createdAt", ${sessions.updatedAt} as "updatedAt",
      ${users.name} as "name", ${users.email} as "email", ${users.emailVerified} as "emailVerified",
      ${users.image} as "image", ${users.defaultCurrency} as "defaultCurrency",
      ${users.twoFactorEnabled} as "twoFactorEnabled", ${users.isAnonymous} as "isAnonymous"
    from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
    where ${sessions.token} = ${sql.placeholder("token")} and ${users.blockedAt} is null`,
);

/** The session of a token with its user, even an expired one; null for a blocked user. */
export async function findSessionByToken(db: Db, token: string): Promise<SessionRow | null> {
  const [row] = await byToken(db, { token });
  return row ?? null;
}

const extend = statement<{ sessionId: string; staleBefore: Date; expiresAt: Date; now: Date }, never>(
  "session_extend",
  sql`
    update ${sessions} set expires_at = ${sql.placeholder("expiresAt")}, updated_at = ${sql.placeholder("now")}
    where ${sessions.id} = ${sql.placeholder("sessionId")}
      and ${sessions.updatedAt} < ${sql.placeholder("staleBefore")}`,
);

/** Extends a session whose expiry nobody has changed since `staleBefore`. */
export async function extendSession(
  db: Db,
  change: { sessionId: string; staleBefore: Date; expiresAt: Date; now: Date },
): Promise<void> {
  await extend(db, change);
}
