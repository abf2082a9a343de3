import { mark } from "./device.ts";
import { claimDevice } from "./device-store.ts";
import { takeOverTyped } from "./former-guest.ts";
import { forgetOthers } from "./own-storage.ts";

/**
 * The service has just answered a page to this person, so what is kept here is theirs from now on. False: somebody has
 * signed out here since that page was asked for.
 */
export async function claim(userId: string): Promise<boolean> {
  mark(true);
  const isTheirs = await claimDevice(userId, performance.timeOrigin);
  if (!isTheirs) return false;
  takeOverTyped(userId);
  forgetOthers(userId);
  return true;
}
