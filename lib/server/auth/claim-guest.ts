import { freshDatabase } from "#lib/server/database.ts";
import { env } from "#lib/server/env.ts";
import { AppError } from "#lib/shared/errors.ts";
import { type ClaimedGuest, claimedGuestCookie } from "#lib/shared/guest-cookie.ts";
import { claimGuest } from "../guests/claim.ts";
import { findSession, sessionTokens } from "../session.ts";
import { isSecondStep } from "./challenge.ts";
import { forgetSession } from "./known-session.ts";

/* A guest signs in: by password, code, provider, mini-program or second factor, now or after a sign-up. Whatever the way,
   the answer holds a new session, and here it is before the answer leaves. */

/** Paths that change an account, which guests have none of; signing in and out, renaming and devices are theirs. */
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

/** @throws AppError GUEST_LIMITED */
export async function refuseGuests(path: string, headers: Headers): Promise<void> {
  if (!ACCOUNT_PATHS.has(path) || !(await guestOf(headers))) return;
  throw new AppError("GUEST_LIMITED", "Sign up first: a guest has no account to change.");
}

/** The user id of the guest who asks; null when it is somebody else, or nobody. */
export async function guestOf(headers: Headers): Promise<string | null> {
  if (!sessionTokens().read(headers)) return null;
  const viewer = await findSession(freshDatabase(), headers);
  return viewer?.user.isAnonymous ? viewer.userId : null;
}

/**
 * The request of a second factor without the guest's session: better-auth would take it for that of an account which
 * turns its second factor on.
 */
export async function withoutGuest(path: string, asked: Request): Promise<Request> {
  if (!isSecondStep(path) || !(await guestOf(asked.headers))) return asked;
  const headers = new Headers(asked.headers);
  forgetSession(headers);
  return new Request(asked, { headers });
}

/**
 * When a guest is handed an account's session, what they did goes over to it, and the answer says so to the browser, which
 * may keep more.
 */
export async function claimByAnswer(asked: Headers, response: Response): Promise<void> {
  const token = issuedToken(response);
  if (token === null) return;
  const claim = await claimBySession(asked, token);
  if (!claim) return;
  const isSecure = env().BASE_URL.startsWith("https://");
  response.headers.append("set-cookie", claimedGuestCookie(claim, isSecure));
}

/** The same for a session whose token is known; what was claimed, if anything. */
export async function claimBySession(asked: Headers, token: string): Promise<ClaimedGuest | null> {
  const guestId = await guestOf(asked);
  if (guestId === null) return null;
  const db = freshDatabase();
  const account = await findSession(db, new Headers({ authorization: `Bearer ${token}` }));
  if (!account || account.user.isAnonymous) return null;
  const claim = { guestId, userId: account.userId };
  return (await claimGuest(db, claim)) ? claim : null;
}

/** Of the session that an answer's cookie begins; null when it begins none. */
export function issuedToken(response: Response): string | null {
  for (const cookie of response.headers.getSetCookie()) {
    const pair = cookie.split(";")[0] ?? "";
    const presented = sessionTokens().read(new Headers({ cookie: pair }));
    if (presented) return presented.token;
  }
  return null;
}

/**
 * Between the first factor and the second there is no session, and better-auth takes the cookie away; a guest stays who
 * they are until they are through.
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
