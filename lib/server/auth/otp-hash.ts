import { createHmac } from "node:crypto";

/** Hashes verification codes with a secret key. Six digits can be guessed from a plain hash at once. */
export function otpHasher(secret: string): { hash: (otp: string) => Promise<string> } {
  return {
    hash: (otp) => Promise.resolve(createHmac("sha256", secret).update(`otp:${otp}`).digest("base64url")),
  };
}
