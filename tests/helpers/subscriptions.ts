import { createECDH, type ECDH, randomBytes, randomUUID } from "node:crypto";
import type { NewPushSubscription } from "#lib/shared/push.ts";

/** What a browser keeps of its subscription, and what it gives away. */
export interface Browser {
  pair: ECDH;
  auth: Buffer;
  subscription: NewPushSubscription;
}

/** A browser that takes pushes at an address, by default one that nobody listens at. */
export function newBrowser(
  endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  locale: "en" | "zh" = "en",
): Browser {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys("base64url");
  const auth = randomBytes(16);
  const keys = { p256dh, auth: auth.toString("base64url") };
  return { pair, auth, subscription: { endpoint, keys, locale } };
}

export function newSubscription(): NewPushSubscription {
  return newBrowser().subscription;
}
