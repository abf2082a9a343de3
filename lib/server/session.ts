import type { Database, Db } from "#db/client.ts";
import { extendSession, findSessionByToken, type SessionRow } from "#db/queries/sessions.ts";
import { env } from "#lib/server/env.ts";
import { defer } from "#lib/server/http/defer.ts";
import { noteCaller } from "#lib/server/http/request-record.ts";
import { inPart } from "#lib/server/telemetry/telemetry.ts";
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

/** Thrown where a session is not as it was last seen; see {@link presumeSession}. */
export class SessionChanged extends Error {
  constructor() {
    super("This session is not as it was last seen.");
    this.name = "SessionChanged";
  }
}

/** A session that is taken to be as it was last seen, until it is asked for. */
export interface Presumed {
  viewer: Viewer;
  /** Asks once, uncached like every such question. @throws SessionChanged */
  confirm: (db: Db) => Promise<void>;
  /** A statement has found it to be good where it wrote: nobody has to ask any more. */
  noteConfirmed: () => void;
}

const DAY_MS = 86_400_000;
const SESSION = { name: "session" };
const MOST_SEEN = 10_000;
/** What each token's session was when it was last asked for; the oldest first. */
const seen = new Map<string, SessionRow>();

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
  if (!presented) return null;
  const row = await inPart(SESSION, () => findSessionByToken(db, presented.token));
  return viewerOf(db, presented, row, now);
}

/**
 * Whose share of the service a request takes: the person's, as this process last saw the token, else the token's own; null
 * without one. It grants nothing.
 */
export function callerKey(headers: Headers): string | null {
  const presented = sessionTokens().read(headers);
  return presented && (seen.get(presented.token)?.userId ?? presented.token);
}

/** Who asks, as far as this process has seen their session. It grants nothing. */
export function knownCaller(headers: Headers): string | null {
  const presented = sessionTokens().read(headers);
  return (presented && seen.get(presented.token)?.userId) ?? null;
}

/** Whether a token stands for a session that counts, which is left as it is. */
export async function isSessionGood(db: Db, token: string, now = new Date()): Promise<boolean> {
  const row = await findSessionByToken(db, token);
  return row !== null && !isOver(row, now);
}

/**
 * The caller's session as this process last saw it, so that a write need not wait for it before it asks for its trip. It
 * only says what to ask: whatever is read or written in its name must not be told, nor committed, before `confirm` has
 * found the session unchanged. null when it was not seen, or is due to be extended or over.
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
      const found = await inPart(SESSION, () => findSessionByToken(db, presented.token));
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
  return expiresAt <= now || (!isAnonymous && lastEnd(createdAt) <= now);
}

/** Used or not, a session ends so long after its sign-in. A guest's does not: there is nothing to sign in with again. */
export function lastEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + env().SESSION_LONGEST_DAYS * DAY_MS);
}

/** Sessions that began by then have had their {@link lastEnd}. */
export function firstStart(now: Date): Date {
  return new Date(now.getTime() - env().SESSION_LONGEST_DAYS * DAY_MS);
}

function extendedEnd({ createdAt, isAnonymous }: SessionRow, now: Date): Date {
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_SECONDS * 1000);
  const last = isAnonymous ? expiresAt : lastEnd(createdAt);
  return last < expiresAt ? last : expiresAt;
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
    Promise.allSettled([inPart(SESSION, () => findSessionByToken(one, token)), read(one, token)]),
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
