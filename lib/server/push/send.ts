import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { Device } from "#db/queries/push.ts";
import { env } from "../env/env.ts";
import { log } from "../http/log.ts";
import { isPushService } from "./hosts.ts";
import type { PushMessage } from "./message.ts";

const ANSWER_WITHIN_MS = 10_000;
const TTL_SECONDS = 24 * 60 * 60;

/**
 * The result of sending. `gone`: the browser has withdrawn the subscription; `refused`: the service will never accept
 * this message; `later`: it may accept the message later.
 */
export type Outcome = { kind: "sent" | "gone" | "refused" } | { kind: "later"; afterMs: number };

/** Encrypts and sends one push message. It never rejects. */
export async function sendPush(device: Device, message: PushMessage): Promise<Outcome> {
  // The host is checked again, because the list of allowed hosts may have changed since the subscription.
  if (!isPushService(device.endpoint)) return { kind: "gone" };
  let request: RequestInit;
  try {
    request = await encrypted(device, message);
  } catch (error) {
    log().warn({ err: error }, "a push could not be encrypted");
    return { kind: "gone" };
  }
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(device.endpoint, { ...request, redirect: "manual", signal });
    await response.body?.cancel();
    return outcomeOf(response);
  } catch {
    return { kind: "later", afterMs: 0 };
  }
}

async function encrypted({ endpoint, p256dh, auth }: Device, message: PushMessage): Promise<RequestInit> {
  const { WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY, WEB_PUSH_SUBJECT } = env();
  const vapid = {
    subject: WEB_PUSH_SUBJECT,
    publicKey: WEB_PUSH_PUBLIC_KEY,
    privateKey: WEB_PUSH_PRIVATE_KEY,
  };
  // The library accepts https only, and signs for the origin; on loopback there are no certificates.
  const subscription = {
    endpoint: endpoint.replace(/^http:/, "https:"),
    expirationTime: null,
    keys: { p256dh, auth },
  };
  const topic = message.tag.replaceAll("-", "");
  const options = { ttl: TTL_SECONDS, topic, urgency: "normal" as const };
  const { headers, method, body } = await buildPushPayload(
    { data: JSON.stringify(message), options },
    subscription,
    vapid,
  );
  return { method, headers, body };
}

function outcomeOf({ status, headers }: Response): Outcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get("retry-after"));
    return { kind: "later", afterMs: Number.isFinite(seconds) ? seconds * 1000 : 0 };
  }
  log().warn({ status }, "a push service refused a message");
  return { kind: "refused" };
}
