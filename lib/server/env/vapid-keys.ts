import { createECDH } from "node:crypto";

const CURVE = "prime256v1";

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Makes a new key pair. Both keys are base64url, as browsers and push services expect them. */
export function newVapidKeys(): VapidKeys {
  const pair = createECDH(CURVE);
  const publicKey = pair.generateKeys("base64url");
  // The key is copied to the end of a full buffer, because Node leaves out the leading zeros of a private key.
  const privateKey = Buffer.alloc(32);
  const bytes = pair.getPrivateKey();
  bytes.copy(privateKey, 32 - bytes.length);
  return { publicKey, privateKey: privateKey.toString("base64url") };
}

/** Returns the public key of a private key, or null when the private key is invalid. */
export function publicKeyOf(privateKey: string): string | null {
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(privateKey, "base64url");
    return pair.getPublicKey("base64url");
  } catch {
    return null;
  }
}

/** Whether the base64url text is a public key to which push messages can be encrypted. */
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
