import { claimedGuests } from "#lib/shared/guest-cookie.ts";
import { moveTextsToUser } from "./own-storage.ts";

/**
 * Returns the ids of the guests as whom this user used this browser before signing in, as the service's cookie names
 * them.
 */
export function formerGuestIds(userId: string): string[] {
  if (typeof document === "undefined") return [];
  return claimedGuests(document.cookie, userId, window.location.protocol === "https:");
}

/** Moves the texts that this user typed as a guest, and did not send, to the user's account. */
export function moveGuestTexts(userId: string): void {
  for (const guestId of formerGuestIds(userId)) moveTextsToUser(guestId, userId);
}
