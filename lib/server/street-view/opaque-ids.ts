import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "../env/env.ts";

const PREFIX = "svi_";
const TAG_BYTES = 16;
const BASE64URL = /^[\w-]+$/;

/* An image's id outside the service is the provider's id, encrypted for one trip. Nothing is stored. The same image
   has the same id within a trip and another one in another trip, and an id that was not made here is invalid. The
   tag of the content is also the initial value of the cipher, as in SIV (RFC 5297), so that equal content may
   safely give equal ids. */

interface Keys {
  tag: Buffer;
  cipher: Buffer;
}

let derived: Keys | undefined;

function keys(): Keys {
  derived ??= { tag: deriveKey("tag"), cipher: deriveKey("cipher") };
  return derived;
}

function deriveKey(purpose: string): Buffer {
  const info = `wayfare street images: ${purpose}`;
  return Buffer.from(hkdfSync("sha256", env().BETTER_AUTH_SECRET, "", info, 32));
}

function tagOf(tripId: string, inner: string): Buffer {
  return createHmac("sha256", keys().tag).update(`${tripId}|${inner}`).digest().subarray(0, TAG_BYTES);
}

export function opaqueId(tripId: string, provider: string, imageId: string): string {
  const inner = `${provider}|${imageId}`;
  const tag = tagOf(tripId, inner);
  const cipher = createCipheriv("aes-256-ctr", keys().cipher, tag);
  return PREFIX + Buffer.concat([tag, cipher.update(inner, "utf8"), cipher.final()]).toString("base64url");
}

/** Returns the provider's id; null for an id that is not of this trip and provider. */
export function readOpaqueId(tripId: string, provider: string, id: string): string | null {
  const text = id.slice(PREFIX.length);
  if (!id.startsWith(PREFIX) || !BASE64URL.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  // The text must be the canonical one, because otherwise several texts would be the same id.
  if (bytes.length <= TAG_BYTES || bytes.toString("base64url") !== text) return null;
  const tag = bytes.subarray(0, TAG_BYTES);
  const cipher = createDecipheriv("aes-256-ctr", keys().cipher, tag);
  const inner = Buffer.concat([cipher.update(bytes.subarray(TAG_BYTES)), cipher.final()]).toString("utf8");
  if (!timingSafeEqual(tag, tagOf(tripId, inner))) return null;
  return inner.startsWith(`${provider}|`) ? inner.slice(provider.length + 1) : null;
}
