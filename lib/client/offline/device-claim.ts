import { setDeviceStorageAllowed } from "./device.ts";
import { claimDevice } from "./device-store.ts";
import { moveGuestTexts } from "../storage/former-guest.ts";
import { deleteTextsOfOthers } from "../storage/own-storage.ts";

/**
 * Makes what this device stores the property of this user, to whom the service has just answered a page. Returns false
 * when somebody has signed out in this browser since that page was requested.
 */
export async function claimDeviceForUser(userId: string): Promise<boolean> {
  setDeviceStorageAllowed(true);
  const isTheirs = await claimDevice(userId, performance.timeOrigin);
  if (!isTheirs) return false;
  moveGuestTexts(userId);
  deleteTextsOfOthers(userId);
  return true;
}
