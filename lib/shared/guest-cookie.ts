/*
 * When a guest is handed an account's session, the answer says to this browser which guest the account has claimed. What
 * the browser keeps of them (lib/client/former-guest.ts) is the account's then, and nobody else's who signs in here.
 */

const NAME = "wayfare-guest.";
/** A page that the guest has left open may still write something down. */
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

/** The guests whom this account has claimed, by the cookies that a page reads. */
export function claimedGuests(cookies: string, userId: string, isSecure: boolean): string[] {
  const name = nameOf(isSecure);
  const pairs = cookies.split(";").map((pair) => pair.trim().split("="));
  const own = pairs.filter(([key, value]) => key?.startsWith(name) && value === userId);
  return own.map(([key = ""]) => key.slice(name.length)).filter((guestId) => guestId !== "");
}

/** With the prefix no other host of the same domain can set it. */
function nameOf(isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}${NAME}`;
}
