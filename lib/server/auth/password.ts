import { randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { currentRequest } from "../http/request-record.ts";
import { HashingQueue } from "./hashing-queue.ts";
import { HashingThread } from "./hashing-thread.ts";

/* better-auth's own format (hex salt, colon, hex key) and cost, so that passwords stay valid if the library changes. */
const KEY_BYTES = 64;
const COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

/* At most two threads, and one core is left for all other work. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));

const queue = new HashingQueue(Array.from({ length: THREADS }, () => new HashingThread()));

/** Hashes a password. @throws AppError UNAVAILABLE when the queue of hashing requests is full */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  const key = await derive(password, salt, caller());
  return `${salt}:${key.toString("hex")}`;
}

/** Verifies a password. @throws AppError UNAVAILABLE when the queue of hashing requests is full */
export function verifyPassword(stored: { hash: string; password: string }): Promise<boolean> {
  return verify(stored, caller());
}

/**
 * Verifies a password after the answer was sent. The hash then counts as the service's own work, so that it takes no
 * turn from the caller's next requests.
 * @throws AppError UNAVAILABLE when the queue of hashing requests is full
 */
export function verifyPasswordLater(stored: { hash: string; password: string }): Promise<boolean> {
  return verify(stored, null);
}

async function verify(stored: { hash: string; password: string }, asker: string | null): Promise<boolean> {
  const [salt, key] = stored.hash.split(":");
  if (!salt || !key) return false;
  const expected = Buffer.from(key, "hex");
  const given = await derive(stored.password, salt, asker);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Returns the key by which the hashing queue counts the current request; null: the service's own work. */
function caller(): string | null {
  return currentRequest()?.asker ?? null;
}

function derive(password: string, salt: string, asker: string | null): Promise<Buffer> {
  const derivation = { password: password.normalize("NFKC"), salt, keyBytes: KEY_BYTES, cost: COST };
  return queue.run(asker, (thread) => thread.derive(derivation));
}
