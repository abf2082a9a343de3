import { createDecipheriv, createPublicKey, hkdfSync, verify } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { type LoopbackServer, startLoopback } from "./loopback-server.ts";
import { type Browser, newBrowser } from "#tests/helpers/subscriptions.ts";

/** An answer: a status with headers. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
}

export interface Delivered {
  /** The message as the browser decrypts it. */
  message: unknown;
  headers: IncomingHttpHeaders;
}

export interface SubscribedBrowser extends Browser {
  /** The messages with which the service worker was started. */
  delivered: Delivered[];
  /** The number of requests, refused ones included. */
  requests: number;
  /** The answers to the next requests, in order; after them, each request is answered with 201. */
  answers: Answer[];
}

export interface PushService extends LoopbackServer {
  /** The value for `WEB_PUSH_HOSTS`. */
  host: string;
  subscribe(locale?: "en" | "zh"): SubscribedBrowser;
}

/**
 * Starts a push service as RFC 8030 defines it. It checks that senders follow VAPID (RFC 8292) and that messages follow
 * RFC 8291.
 */
export async function startPushService(publicKey: string): Promise<PushService> {
  const browsers = new Map<string, SubscribedBrowser>();
  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const browser = browsers.get(request.url ?? "");
    if (!browser) return { status: 404 };
    browser.requests += 1;
    const body = await readBytes(request);
    const answer = browser.answers.shift() ?? { status: 201 };
    const problem = problemOf(request, { audience: audienceOf(server.url), publicKey });
    if (problem !== null) return { status: 403, headers: { "x-problem": problem } };
    const message = () => JSON.parse(decrypt(body, browser));
    if (answer.status === 201) browser.delivered.push({ message: message(), headers: request.headers });
    return answer;
  }
  const server = await startLoopback(async (request, response) => {
    const { status, headers } = await answerTo(request);
    response.writeHead(status, headers).end();
  });
  return {
    ...server,
    host: new URL(server.url).host,
    subscribe(locale = "en") {
      const path = `/push/${browsers.size}`;
      const browser = {
        ...newBrowser(`${server.url}${path}`, locale),
        delivered: [],
        requests: 0,
        answers: [],
      };
      browsers.set(path, browser);
      return browser;
    },
  };
}

/** Returns the https origin for which senders sign, although the double has no certificate and listens on http. */
function audienceOf(url: string): string {
  return new URL(url).origin.replace("http:", "https:");
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function problemOf(
  { method, headers }: IncomingMessage,
  expected: { audience: string; publicKey: string },
): string | null {
  if (method !== "POST") return "method";
  if (headers["content-encoding"] !== "aes128gcm") return "encoding";
  if (!/^\d+$/.test(String(headers["ttl"]))) return "ttl";
  if (!/^[\w-]{1,32}$/.test(String(headers["topic"]))) return "topic";
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  if (key !== expected.publicKey) return "another key than the browser subscribed with";
  const [head = "", payload = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  if (!x || !y) return "key";
  const signer = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${payload}`),
    { key: signer, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "signature";
  const { aud, exp, sub } = JSON.parse(Buffer.from(payload, "base64url").toString());
  const now = Date.now() / 1000;
  if (aud !== expected.audience) return "audience";
  if (!(exp > now && exp <= now + 86_400)) return "expiry";
  return /^(mailto:|https:)/.test(String(sub)) ? null : "subject";
}

/** Decrypts a message by RFC 8291 and 8188: one record, whose header contains the sender's public key. */
function decrypt(body: Buffer, { pair, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const key = hkdf(pair.computeSecret(sender), auth, info, 32);
  const secret = hkdf(key, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(key, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createDecipheriv("aes-128-gcm", secret, nonce);
  cipher.setAuthTag(body.subarray(-16));
  const plain = Buffer.concat([cipher.update(body.subarray(21 + keyLength, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}
