import { claimedGuests } from "#lib/shared/guest-cookie.ts";
import { takeOverWords } from "./own-storage.ts";

/** As which guests this person was here before they signed in, by the word of the service. */
export function guestsOf(userId: string): string[] {
  if (typeof document === "undefined") return [];
  return claimedGuests(document.cookie, userId, window.location.protocol === "https:");
}

/** What they had typed as a guest and not sent goes on as theirs. */
export function takeOverTyped(userId: string): void {
  for (const guestId of guestsOf(userId)) takeOverWords(guestId, userId);
}
