import type { NewPushSubscription } from "#lib/shared/push.ts";
import { call } from "./api.ts";
import { notificationsApi } from "./operations.ts";

/** Whether this browser shows pushes: `homeScreen` needs the app installed there first (iPhone, iPad). */
export type PushSupport = "supported" | "homeScreen" | "unsupported";

/** In this browser: whose pushes it shows, so that they come back with the next session of the same person. */
const OWNER = "push-owner";
const WORKER = "/sw.js";

export function pushSupport(): PushSupport {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return "supported";
  return "standalone" in navigator && navigator.standalone === false ? "homeScreen" : "unsupported";
}

/** Asks the person, and tells the service where to send. False when they, or their browser, said no. */
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

/** A subscription ends with its session; whoever turned it on here gets it back with the next one. */
export async function keepPush(userId: string, locale: "en" | "zh"): Promise<void> {
  if (owner() !== userId || pushSupport() !== "supported" || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) await call(notificationsApi.subscribe, { body: { ...wired(subscription), locale } });
}

/** One that was made with another key of the service is of no use any more. */
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

/** Some browsers refuse storage in private windows; pushes then end with the session. */
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
    // As above.
  }
}
