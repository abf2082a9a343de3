import { freshDatabase } from "#lib/server/process/database.ts";
import { findSession, sessionTokens } from "#lib/server/access/session.ts";
import { requirePageUser, pageUserIdOf } from "../http/page-user.ts";
import { auth } from "./auth.ts";
import { guestOf, issuedToken } from "./claim-guest.ts";

/* A browser has one session at a time: the cookie of the next session replaces the one before. */

/**
 * Refuses a request from a page of one user with the session of another.
 * @throws AppError OTHER_ACCOUNT
 */
export async function requireSamePerson(asked: Request): Promise<void> {
  if (pageUserIdOf(asked.headers, asked.url) === null) return;
  const viewer = await findSession(freshDatabase(), asked.headers);
  if (viewer) requirePageUser(asked, viewer);
}

/**
 * Ends the session whose cookie the answer replaces, or removes before a second factor: no browser has this session any
 * more, so it must not stay valid. The user's sessions on other devices stay, and so does a guest's session until an
 * account takes over the guest's rows.
 */
export async function endReplacedSession(asked: Headers, response: Response): Promise<void> {
  const tokens = sessionTokens();
  const before = tokens.read(asked);
  const name = `${tokens.cookieName}=`;
  const isReplaced = response.headers.getSetCookie().some((cookie) => cookie.startsWith(name));
  if (before?.via !== "cookie" || !isReplaced || issuedToken(response) === before.token) return;
  if (await guestOf(asked)) return;
  const { internalAdapter } = await auth().$context;
  await internalAdapter.deleteSession(before.token);
}
