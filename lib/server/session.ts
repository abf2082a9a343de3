import type { Database, Db } from "#db/client.ts";
import { extendSession, findSessionByToken, type SessionRow } from "#db/queries/sessions.ts";
import { env } from "#lib/server/env.ts";
import { defer } from "#lib/server/http/defer.ts";
import {
  createSessionTokens,
  type PresentedToken,
  SESSION_EXTENDED_EVERY_SECONDS,
  SESSION_LIFETIME_SECONDS,
  type SessionTokens,
} from "#lib/server/session-token.ts";

/** Who is calling. It carries no token, so it may be logged or handed on. */
export interface Viewer {
  userId: string;
  sessionId: string;
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image: string | null;
    defaultCurrency: string;
    twoFactorEnabled: boolean;
    /** A guest: somebody without an account, who is in one trip. */
    isAnonymous: boolean;
  };
  expiresAt: Date;
  /** Requests authenticated by a cookie need a trusted `Origin`. */
  via: "cookie" | "bearer";
  /** To be sent as `Set-Cookie`, because the session was extended. */
  refreshCookie: string | null;
}

let tokens: SessionTokens | undefined;

/** The process's own signer of session tokens. */
export function sessionTokens(): SessionTokens {
  tokens ??= createSessionTokens(env().BETTER_AUTH_SECRET, env().BASE_URL);
  return tokens;
}

/**
 * Reads the caller's session by cookie or bearer in one statement that is never cached; null when there is none, or it
 * has expired. A session that was last extended over a day ago is extended after the answer.
 */
export async function findSession(db: Db, headers: Headers, now = new Date()): Promise<Viewer | null> {
  const presented = sessionTokens().read(headers);
  return presented && viewerOf(db, presented, await findSessionByToken(db, presented.token), now);
}

interface Read<T> {
  viewer: Viewer;
  result: T;
}

/**
 * The session, and in the same packet a read in its name: the read's statements find the user by the token themselves.
 * What it found, or why it failed, counts only once the session is known to be good; null when it is not.
 */
export async function findSessionAndRead<T>(
  db: Database,
  headers: Headers,
  read: (db: Db, token: string) => Promise<T>,
): Promise<Read<T> | null> {
  const presented = sessionTokens().read(headers);
  if (!presented) return null;
  const { token } = presented;
  const [session, outcome] = await db.together((one) =>
    Promise.allSettled([findSessionByToken(one, token), read(one, token)]),
  );
  if (session.status === "rejected") throw session.reason;
  const caller = viewerOf(db, presented, session.value, new Date());
  if (!caller) return null;
  if (outcome.status === "rejected") throw outcome.reason;
  return { viewer: caller, result: outcome.value };
}

function viewerOf(db: Db, presented: PresentedToken, row: SessionRow | null, now: Date): Viewer | null {
  if (!row || row.expiresAt <= now) return null;
  const staleBefore = new Date(now.getTime() - SESSION_EXTENDED_EVERY_SECONDS * 1000);
  if (row.updatedAt >= staleBefore) return viewer(row, presented.via, null);
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_SECONDS * 1000);
  defer(() => extendSession(db, { sessionId: row.sessionId, staleBefore, expiresAt, now }));
  const refreshCookie = presented.via === "cookie" ? sessionTokens().cookie(presented.token) : null;
  return viewer({ ...row, expiresAt }, presented.via, refreshCookie);
}

function viewer(row: SessionRow, via: Viewer["via"], refreshCookie: string | null): Viewer {
  const {
    sessionId,
    userId,
    expiresAt,
    name,
    email,
    emailVerified,
    image,
    defaultCurrency,
    twoFactorEnabled,
    isAnonymous,
  } = row;
  return {
    userId,
    sessionId,
    user: { id: userId, name, email, emailVerified, image, defaultCurrency, twoFactorEnabled, isAnonymous },
    expiresAt,
    via,
    refreshCookie,
  };
}
