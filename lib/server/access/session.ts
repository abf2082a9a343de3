import type { Database, Db } from "#db/client.ts";
import { extendSession, findSessionByToken, type SessionRow } from "#db/queries/sessions.ts";
import { env } from "#lib/server/env/env.ts";
import { defer } from "#lib/server/http/defer.ts";
import { noteCaller } from "#lib/server/http/request-record.ts";
import { runInSpan } from "#lib/server/telemetry/telemetry.ts";
import {
  createSessionTokens,
  type PresentedToken,
  SESSION_EXTENDED_EVERY_SECONDS,
  SESSION_LIFETIME_SECONDS,
  type SessionTokens,
} from "#lib/server/access/session-token.ts";

/** The user and the session of a request. It contains no token, so it may be logged or passed on. */
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
    /** Whether the user is a guest without an account, who is in one trip. */
    isAnonymous: boolean;
  };
  expiresAt: Date;
  /** Requests authenticated by a cookie need a trusted `Origin`. */
  via: "cookie" | "bearer";
  /** The value of a `Set-Cookie` header, because the session was extended; null otherwise. */
  refreshCookie: string | null;
}

/** Thrown when a session has changed since this process last saw it; see {@link presumeSession}. */
export class SessionChanged extends Error {
  constructor() {
    super("This session is not as it was last seen.");
    this.name = "SessionChanged";
  }
}

/** A session as this process last saw it, which the database has not confirmed yet. */
export interface Presumed {
  viewer: Viewer;
  /**
   * Reads the session once from the database, without a cache, and compares it.
   * @throws SessionChanged
   */
  confirm: (db: Db) => Promise<void>;
  /** Called when a write's own statement has found the session valid, so that no further check is needed. */
  noteConfirmed: () => void;
}

const DAY_MS = 86_400_000;
const SESSION = { name: "session" };
const MOST_SEEN = 10_000;
/** The session of each token as this process last read it, in the order of the last reads. */
const seen = new Map<string, SessionRow>();

let tokens: SessionTokens | undefined;

/** Returns the signer of session tokens, one for the whole process. */
export function sessionTokens(): SessionTokens {
  tokens ??= createSessionTokens(env().BETTER_AUTH_SECRET, env().BASE_URL);
  return tokens;
}

/**
 * Reads the caller's session by cookie or bearer token in one statement that is never cached. Returns null when there
 * is no session, or when it has expired. A session that was last extended over a day ago is extended after the answer.
 */
export async function findSession(db: Db, headers: Headers, now = new Date()): Promise<Viewer | null> {
  const presented = sessionTokens().read(headers);
  if (!presented) return null;
  const row = await runInSpan(SESSION, () => findSessionByToken(db, presented.token));
  return viewerOf(db, presented, row, now);
}

/**
 * Returns the key by which the service divides its capacity among callers: the user's id if this process has seen the
 * token, otherwise the token itself, or null without a token. The key grants no rights.
 */
export function callerKey(headers: Headers): string | null {
  const presented = sessionTokens().read(headers);
  return presented && (seen.get(presented.token)?.userId ?? presented.token);
}

/** Returns the caller's user id if this process has seen the session, otherwise null. The id grants no rights. */
export function knownCaller(headers: Headers): string | null {
  const presented = sessionTokens().read(headers);
  return (presented && seen.get(presented.token)?.userId) ?? null;
}

/** Whether a token belongs to a session that has not ended. The session is not extended. */
export async function isSessionGood(db: Db, token: string, now = new Date()): Promise<boolean> {
  const row = await findSessionByToken(db, token);
  return row !== null && !isOver(row, now);
}

/**
 * Returns the session as this process last saw it, so that a write can query its trip without waiting for the session.
 * Nothing that was read or written for this session may be sent or committed before `confirm` has found the session
 * unchanged. null when the process has not seen the session, or when it is over or due to be extended.
 */
export function presumeSession(headers: Headers, now = new Date()): Presumed | null {
  const presented = sessionTokens().read(headers);
  const row = presented && seen.get(presented.token);
  if (!row || isOver(row, now) || row.updatedAt < staleAt(now)) return null;
  let isConfirmed = false;
  return {
    viewer: viewer(row, presented.via, null),
    confirm: async (db) => {
      if (isConfirmed) return;
      const found = await runInSpan(SESSION, () => findSessionByToken(db, presented.token));
      if (!found || isOver(found, now) || !isSameCaller(found, row)) {
        seen.delete(presented.token);
        throw new SessionChanged();
      }
      isConfirmed = true;
    },
    noteConfirmed: () => void (isConfirmed = true),
  };
}

function isSameCaller(
  { expiresAt: _1, updatedAt: _2, createdAt, ...caller }: SessionRow,
  other: SessionRow,
): boolean {
  const isSame = Object.entries(caller).every(([field, value]) => Reflect.get(other, field) === value);
  return isSame && createdAt.getTime() === other.createdAt.getTime();
}

function remember(token: string, row: SessionRow): void {
  seen.delete(token);
  seen.set(token, row);
  for (const oldest of seen.keys()) {
    if (seen.size <= MOST_SEEN) return;
    seen.delete(oldest);
  }
}

function staleAt(now: Date): Date {
  return new Date(now.getTime() - SESSION_EXTENDED_EVERY_SECONDS * 1000);
}

function isOver({ expiresAt, createdAt, isAnonymous }: SessionRow, now: Date): boolean {
  return expiresAt <= now || (!isAnonymous && latestSessionEnd(createdAt) <= now);
}

/**
 * Returns when a session ends at the latest, counted from its sign-in, even if it is used. A guest's session has no
 * such end, because a guest has nothing to sign in with again.
 */
export function latestSessionEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + env().SESSION_LONGEST_DAYS * DAY_MS);
}

/** Returns the instant of which this holds: sessions that began at or before it have passed their {@link latestSessionEnd}. */
export function latestExpiredStart(now: Date): Date {
  return new Date(now.getTime() - env().SESSION_LONGEST_DAYS * DAY_MS);
}

function extendedEnd({ createdAt, isAnonymous }: SessionRow, now: Date): Date {
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_SECONDS * 1000);
  const last = isAnonymous ? expiresAt : latestSessionEnd(createdAt);
  return last < expiresAt ? last : expiresAt;
}

interface Read<T> {
  viewer: Viewer;
  result: T;
}

/**
 * Reads the session, and in the same round trip runs a read for its user, whose statements find the user by the token.
 * The read's result or error counts only if the session is valid; null when it is not.
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
    Promise.allSettled([runInSpan(SESSION, () => findSessionByToken(one, token)), read(one, token)]),
  );
  if (session.status === "rejected") throw session.reason;
  const caller = viewerOf(db, presented, session.value, new Date());
  if (!caller) return null;
  if (outcome.status === "rejected") throw outcome.reason;
  return { viewer: caller, result: outcome.value };
}

function viewerOf(db: Db, presented: PresentedToken, row: SessionRow | null, now: Date): Viewer | null {
  if (!row || isOver(row, now)) return null;
  const staleBefore = staleAt(now);
  if (row.updatedAt >= staleBefore) {
    remember(presented.token, row);
    return viewer(row, presented.via, null);
  }
  const expiresAt = extendedEnd(row, now);
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
  noteCaller(userId);
  return {
    userId,
    sessionId,
    user: { id: userId, name, email, emailVerified, image, defaultCurrency, twoFactorEnabled, isAnonymous },
    expiresAt,
    via,
    refreshCookie,
  };
}
