import { signOut } from "./auth.ts";
import { forgetDrafts } from "../storage/own-storage.ts";
import { fetchSignedInUserId } from "../base/who-am-i.ts";

const WITHIN_MS = 5_000;

/**
 * Returns the user who is signed in in this browser, and how many of their changes exist only on this device; null when
 * nobody is signed in, or the service does not answer.
 */
export async function findUnsavedChanges(): Promise<{ userId: string; count: number } | null> {
  try {
    const [{ countUnsentChanges }, userId] = await Promise.all([
      import("../sync/device-writes-store.ts"),
      fetchSignedInUserId(AbortSignal.timeout(WITHIN_MS)),
    ]);
    return userId === null ? null : { userId, count: await countUnsentChanges(userId) };
  } catch {
    return null;
  }
}

/** Ends the session, and deletes what this device stores for its user. */
export async function signOutAndForget(userId: string): Promise<void> {
  await signOut();
  await forgetOnDevice(userId);
}

/** Deletes drafts and stored writes. A device that refuses access to its storage has stored nothing either. */
export async function forgetOnDevice(userId: string): Promise<void> {
  forgetDrafts(userId);
  await import("../sync/device-writes-store.ts")
    .then(({ deleteStoredWrites }) => deleteStoredWrites(userId))
    .catch(() => undefined);
}
