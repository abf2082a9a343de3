import type { NewPushSubscription } from "#lib/shared/push.ts";
import { call } from "../base/api.ts";
import { notificationsApi } from "../base/operations.ts";

/**
 * Whether this browser shows push messages. `homeScreen`: only after the app was added to the home screen (iPhone,
 * iPad).
 */
export type PushSupport = "supported" | "homeScreen" | "unsupported";

/**
 * The key in this browser's storage of the user whose push messages it shows, so that they return with the next session
 * of the same user.
 */
const OWNER = "push-owner";
const WORKER = "/sw.js";

export function pushSupport(): PushSupport {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "supported";
  return "standalone" in navigator && navigator.standalone === false ? "homeScreen" : "unsupported";
}

/**
 * Asks the person for permission, and sends the push subscription to the service. Resolves with false when the person
 * or the browser refused.
 */
export async function turnOnPush(userId: string, publicKey: string, locale: "en" | "zh"): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await subscribed(pushManager, publicKey);
  await call(notificationsApi.subscribe, { body: { ...wired(subscription), locale } });
  remember(userId);
  return true;
}

export async function turnOffPush(subscriptionId: string): Promise<void> {
  remember(null);
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  await call(notificationsApi.unsubscribe, { params: { subscriptionId } });
  await subscription?.unsubscribe();
}

/**
 * Restores the push subscription, which ends with each session, for the user who turned it on in this browser, when the
 * user signs in again.
 */
export async function restorePush(userId: string, locale: "en" | "zh"): Promise<void> {
  if (owner() !== userId || pushSupport() !== "supported" || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await call(notificationsApi.subscribe, { body: { ...wired(subscription), locale } });
}

/**
 * Returns the browser's push subscription. One that was made with another key of the service is useless and is
 * replaced.
 */
async function subscribed(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const former = await pushManager.getSubscription();
    if (!former) throw error;
    await former.unsubscribe();
    return pushManager.subscribe(options);
  }
}

function wired(subscription: PushSubscription): Omit<NewPushSubscription, "locale"> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } };
}

/**
 * Returns the user whose push messages this browser shows; null where the browser refuses storage, as in some private
 * windows: push messages then end with the session.
 */
function owner(): string | null {
  try {
    return localStorage.getItem(OWNER);
  } catch {
    return null;
  }
}

function remember(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(OWNER);
    else localStorage.setItem(OWNER, userId);
  } catch {
    // Where the browser refuses storage, push messages end with the session.
  }
}
