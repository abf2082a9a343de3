import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";
import { AppError } from "#lib/shared/errors.ts";
import { type ClaimedGuest, claimedGuestCookie } from "#lib/shared/guest-cookie.ts";
import { claimGuest } from "../guests/claim.ts";
import { findSession, sessionTokens } from "../access/session.ts";
import { isSecondStep } from "./challenge.ts";
import { removeSessionHeaders } from "./known-session.ts";

/*
 * A guest can sign in by password, code, provider, mini-program or second factor, at once or after a sign-up. In each
 * case the answer contains a new session, and this file handles the answer before it is sent.
 */

/**
 * Paths that change an account, which a guest does not have. Guests may sign in and out, rename themselves and manage
 * their sessions.
 */
const ACCOUNT_PATHS = new Set([
  "/change-password",
  "/change-email",
  "/email-otp/request-email-change",
  "/email-otp/change-email",
  "/list-accounts",
  "/unlink-account",
  "/two-factor/enable",
  "/two-factor/generate-backup-codes",
  "/two-factor/disable",
]);

/**
 * Refuses paths that change an account to guests.
 * @throws AppError GUEST_LIMITED
 */
export async function refuseGuests(path: string, headers: Headers): Promise<void> {
  if (!ACCOUNT_PATHS.has(path) || !(await guestOf(headers))) return;
  throw new AppError("GUEST_LIMITED", "Sign up first: a guest has no account to change.");
}

/** Returns the user id of the guest who sends the request; null when the caller is no guest or has no session. */
export async function guestOf(headers: Headers): Promise<string | null> {
  if (!sessionTokens().read(headers)) return null;
  const viewer = await findSession(freshDatabase(), headers);
  return viewer?.user.isAnonymous ? viewer.userId : null;
}

/**
 * Removes the guest's session from a request with a second factor: better-auth would take it for the session of an
 * account that turns its second factor on.
 */
export async function withoutGuest(path: string, asked: Request): Promise<Request> {
  if (!isSecondStep(path) || !(await guestOf(asked.headers))) return asked;
  const headers = new Headers(asked.headers);
  removeSessionHeaders(headers);
  return new Request(asked, { headers });
}

/**
 * Transfers a guest's rows to an account when an answer gives the guest a session of the account. The answer tells the
 * browser so, because it may store more data of the guest.
 */
export async function claimGuestByAnswer(asked: Headers, response: Response): Promise<void> {
  const token = issuedToken(response);
  if (token === null) return;
  const claim = await claimGuestBySession(asked, token);
  if (!claim) return;
  const isSecure = env().BASE_URL.startsWith("https://");
  response.headers.append("set-cookie", claimedGuestCookie(claim, isSecure));
}

/** Like {@link claimGuestByAnswer}, for a session whose token is known; returns the transfer, or null without one. */
export async function claimGuestBySession(asked: Headers, token: string): Promise<ClaimedGuest | null> {
  const guestId = await guestOf(asked);
  if (guestId === null) return null;
  const db = freshDatabase();
  const account = await findSession(db, new Headers({ authorization: `Bearer ${token}` }));
  if (!account || account.user.isAnonymous) return null;
  const claim = { guestId, userId: account.userId };
  return (await claimGuest(db, claim)) ? claim : null;
}

/** Returns the token of the session that an answer's cookie starts, or null when it starts none. */
export function issuedToken(response: Response): string | null {
  for (const cookie of response.headers.getSetCookie()) {
    const pair = cookie.split(";")[0] ?? "";
    const presented = sessionTokens().read(new Headers({ cookie: pair }));
    if (presented) return presented.token;
  }
  return null;
}

/**
 * Keeps the guest's session cookie between the first and the second factor. There is no session of the account yet, and
 * better-auth removes the cookie, but a guest stays the same user until the second factor is passed.
 */
export async function keepGuest(asked: Headers, response: Response): Promise<Response> {
  const name = `${sessionTokens().cookieName}=`;
  const set = response.headers.getSetCookie();
  const ended = set.filter((cookie) => cookie.startsWith(`${name};`));
  const isChallenge = set.some((cookie) => /two_factor=[^;]/.test(cookie));
  if (ended.length === 0 || !isChallenge || !(await guestOf(asked))) return response;
  response.headers.delete("set-cookie");
  for (const cookie of set) if (!ended.includes(cookie)) response.headers.append("set-cookie", cookie);
  return response;
}
