import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { createGate } from "../gate.ts";

/* better-auth's own format (hex salt, colon, hex key) and cost, so that a change of library needs no reset. */
const KEY_BYTES = 64;
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

/* Each derivation keeps a core and a thread of libuv's small pool busy, which file reads share. */
const inTurn = createGate({
  atOnce: 2,
  // About three seconds of work: whoever came later would have given up before their turn.
  waiting: 64,
  refusal: "Many people are signing in at this moment. Send the same request again.",
});

/** @throws AppError UNAVAILABLE when too many wait already */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  const key = await inTurn(() => derive(password, salt));
  return `${salt}:${key.toString("hex")}`;
}

/** @throws AppError UNAVAILABLE when too many wait already */
export async function verifyPassword(stored: { hash: string; password: string }): Promise<boolean> {
  const [salt, key] = stored.hash.split(":");
  if (!salt || !key) return false;
  const expected = Buffer.from(key, "hex");
  const given = await inTurn(() => derive(stored.password, salt));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, COST, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
