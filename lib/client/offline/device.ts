import { deleteRecentEntries } from "../storage/own-storage.ts";

/*
 * Access to the stored data of the device (offline/device-store.ts) without loading that module's code: pages for people who
 * are not signed in need it only where somebody was signed in before.
 */
const MARK = "device-kept";
/** After this time a sign-out no longer waits for the browser's storage to answer. */
const PATIENCE_MS = 2000;

/** Whether this device may hold stored data. */
export function isDeviceStorageAllowed(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

/** Records whether this device may hold stored data. */
export function setDeviceStorageAllowed(kept: boolean): void {
  try {
    if (kept) localStorage.setItem(MARK, "1");
    else localStorage.removeItem(MARK);
  } catch {
    // A browser that allows no storage holds no data either, so nothing needs to be recorded.
  }
}

/**
 * Deletes the stored trips and recent searches of the user who has signed out; with `userId`, only that user's data.
 * Never rejects.
 */
export async function wipeDeviceData(userId?: string): Promise<void> {
  deleteRecentEntries(userId);
  const wiped = import("./device-store.ts").then(({ wipeDevice }) => wipeDevice(userId));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([wiped, late]).catch(() => undefined);
  if (userId === undefined) setDeviceStorageAllowed(false);
}

/** Deletes the stored data of a trip that this user may no longer read. Never rejects. */
export async function deleteTripFromDevice(tripId: string): Promise<void> {
  if (!isDeviceStorageAllowed()) return;
  await import("./device-store.ts").then(
    ({ deleteStoredTrip }) => deleteStoredTrip(tripId.toLowerCase()),
    () => undefined,
  );
}
