import { mark } from "./device.ts";
import { claimDevice } from "./device-store.ts";
import { takeOverTyped } from "../storage/former-guest.ts";
import { forgetOthers } from "../storage/own-storage.ts";

/**
 * Makes what this device stores the property of this user, to whom the service has just answered a page. Returns false
 * when somebody has signed out in this browser since that page was requested.
 */
export async function claim(userId: string): Promise<boolean> {
  mark(true);
  const isTheirs = await claimDevice(userId, performance.timeOrigin);
  if (!isTheirs) return false;
  takeOverTyped(userId);
  forgetOthers(userId);
  return true;
}
