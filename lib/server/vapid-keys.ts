import { createECDH } from "node:crypto";

const CURVE = "prime256v1";

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** A new pair, both base64url as browsers and push services take them. */
export function newVapidKeys(): VapidKeys {
  const pair = createECDH(CURVE);
  const publicKey = pair.generateKeys("base64url");
  // A key that begins with zeros comes without them.
  const privateKey = Buffer.alloc(32);
  const bytes = pair.getPrivateKey();
  bytes.copy(privateKey, 32 - bytes.length);
  return { publicKey, privateKey: privateKey.toString("base64url") };
}

/** The public key of a private one, or null when it is none. */
export function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(privateKey, "base64url");
    return pair.getPublicKey("base64url");
  } catch {
    return null;
  }
}

/** Whether base64url bytes are a point that messages can be encrypted to. */
export function isPublicKey(encoded: string): boolean {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  try {
    pair.computeSecret(encoded, "base64url");
    return true;
  } catch {
    return false;
  }
}
