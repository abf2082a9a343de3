import { redirect } from "next/navigation";
import { withNext } from "#app/_shell/next-path.ts";
import { findGuestTrip } from "#lib/server/guests/guest-trip.ts";
import type { Viewer } from "#lib/server/access/session.ts";

/** Returns the path of the one trip of a guest; null when the guest is in no trip. */
export async function guestHome(viewer: Viewer): Promise<string | null> {
  const tripId = await findGuestTrip(viewer.userId);
  return tripId === null ? null : `/trips/${tripId}`;
}

/** Redirects guests from a page that needs an account to the sign-up, which leads back to their trip. */
export async function sendGuestToSignUp(viewer: Viewer): Promise<void> {
  if (!viewer.user.isAnonymous) return;
  const home = await guestHome(viewer);
  redirect(home === null ? "/sign-up" : withNext("/sign-up", home));
}
