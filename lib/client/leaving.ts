import { signOut } from "./auth.ts";
import { forgetDrafts } from "./own-storage.ts";
import { whoAmI } from "./who-am-i.ts";

const WITHIN_MS = 5_000;

/** Whoever is signed in here, and how many of their changes only this device has; null: nobody, or nobody can tell. */
export async function findUnsaved(): Promise<{ userId: string; count: number } | null> {
  try {
    const [{ countKept }, userId] = await Promise.all([
      import("./kept-on-device.ts"),
      whoAmI(AbortSignal.timeout(WITHIN_MS)),
    ]);
    return userId === null ? null : { userId, count: await countKept(userId) };
  } catch {
    return null;
  }
}

/** Ends the session, and forgets what this device keeps of its person. */
export async function signOutAndForget(userId: string): Promise<void> {
  await signOut();
  await forgetOnDevice(userId);
}

/** Where the device refuses, it keeps nothing either. */
export async function forgetOnDevice(userId: string): Promise<void> {
  forgetDrafts(userId);
  await import("./kept-on-device.ts").then(({ forgetKept }) => forgetKept(userId)).catch(() => undefined);
}
