import { createECDH, type ECDH, randomBytes, randomUUID } from "node:crypto";
import type { NewPushSubscription } from "#lib/shared/push.ts";

/** What a browser stores of its push subscription, and what it sends to the service. */
export interface Browser {
  pair: ECDH;
  auth: Buffer;
  subscription: NewPushSubscription;
}

/** Returns a browser that receives push messages at an address, by default one where nothing listens. */
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
