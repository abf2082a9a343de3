/*
 * When the service hands a guest over to an account's session, its answer tells this browser which guest the account
 * has claimed. What the browser stores of that guest (lib/client/storage/former-guest.ts) then belongs to the account, and to
 * nobody else who signs in in this browser.
 */

const NAME = "wayfare-guest.";
/** The lifetime of the cookie: 30 days, because a page that the guest has left open may still store something. */
const LIFETIME_S = 30 * 24 * 60 * 60;

export interface ClaimedGuest {
  guestId: string;
  userId: string;
}

/** A `Set-Cookie` value that scripts of the page can read. Each guest has one, so that none displaces another. */
export function claimedGuestCookie({ guestId, userId }: ClaimedGuest, isSecure: boolean): string {
  const secure = isSecure ? "; Secure" : "";
  return `${nameOf(isSecure)}${guestId}=${userId}; Max-Age=${LIFETIME_S}; Path=/${secure}; SameSite=Lax`;
}

/** The guests whom this account has claimed, according to the cookies that a page can read. */
export function claimedGuests(cookies: string, userId: string, isSecure: boolean): string[] {
  const name = nameOf(isSecure);
  const pairs = cookies.split(";").map((pair) => pair.trim().split("="));
  const own = pairs.filter(([key, value]) => key?.startsWith(name) && value === userId);
  return own.map(([key = ""]) => key.slice(name.length)).filter((guestId) => guestId !== "");
}

/** The name of a guest's cookie. With the secure prefix, no other host of the same domain can set the cookie. */
function nameOf(isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}${NAME}`;
}
