import { createHmac } from "node:crypto";

/** Six digits are guessed from a plain hash at once, so codes are stored under a keyed one. */
export function otpHasher(secret: string): { hash: (otp: string) => Promise<string> } {
  return {
    hash: (otp) => Promise.resolve(createHmac("sha256", secret).update(`otp:${otp}`).digest("base64url")),
  };
}
