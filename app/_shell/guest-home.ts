import { redirect } from "next/navigation";
import { withNext } from "#app/_shell/next-path.ts";
import { findGuestTrip } from "#lib/server/guests/guest-trip.ts";
import type { Viewer } from "#lib/server/session.ts";

/** Where a guest is at home: in the one trip they are in; null when they are in none. */
export async function guestHome(viewer: Viewer): Promise<string | null> {
  const tripId = await findGuestTrip(viewer.userId);
  return tripId === null ? null : `/trips/${tripId}`;
}

/** From a page that needs an account: guests sign up first, and come back to their trip. */
export async function sendGuestToSignUp(viewer: Viewer): Promise<void> {
  if (!viewer.user.isAnonymous) return;
  const home = await guestHome(viewer);
  redirect(home === null ? "/sign-up" : withNext("/sign-up", home));
}
