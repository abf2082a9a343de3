import { AppError } from "#lib/shared/errors.ts";
import { PAGE_USER_FIELD, PAGE_USER_HEADER } from "#lib/shared/page-user.ts";
import type { Viewer } from "../access/session.ts";

/**
 * Refuses a request from a page of one user with the session of another user, who has signed in since in the same
 * browser.
 * @throws AppError OTHER_ACCOUNT
 */
export function requirePageUser({ headers, url }: Pick<Request, "headers" | "url">, { user }: Viewer): void {
  const said = pageUserIdOf(headers, url);
  if (said === null || said.toLowerCase() === user.id) return;
  const message =
    "Somebody else is signed in in this browser now. Load the page again to go on as them, or sign in again.";
  throw new AppError("OTHER_ACCOUNT", message, { details: { userId: user.id, name: user.name } });
}

/** Returns the id of the page's user that the request names, or null when it names none. */
export function pageUserIdOf(headers: Headers, url: string): string | null {
  const inHeader = headers.get(PAGE_USER_HEADER);
  if (inHeader !== null || !url.includes(`${PAGE_USER_FIELD}=`)) return inHeader;
  return new URL(url).searchParams.get(PAGE_USER_FIELD);
}
