import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PERIOD_MS = 30_000;

/** The last half minute whose code was given, by secret. */
const given = new Map<string, number>();

/**
 * What an authenticator app shows for an `otpauth://` address (RFC 6238, six digits); each call a code that no call
 * before has given, since each is good once. The second is the one that comes next, which counts already.
 */
export function totp(uri: string): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const step = Math.max(Math.floor(Date.now() / PERIOD_MS), (given.get(secret) ?? 0) + 1);
  given.set(secret, step);
  return codeOfStep(secret, step);
}

/** The code of a half minute, counted from the present one. */
export function totpOff(uri: string, off: number): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return codeOfStep(secret, Math.floor(Date.now() / PERIOD_MS) + off);
}

/** What is said of steps holds within one half minute: where the next one begins meanwhile, it is done anew. */
export async function withinOneStep(work: () => Promise<void>): Promise<void> {
  const step = Math.floor(Date.now() / PERIOD_MS);
  try {
    await work();
  } catch (error) {
    if (Math.floor(Date.now() / PERIOD_MS) === step) throw error;
    await work();
  }
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const bits = text.replaceAll(/./g, (digit) => BASE32.indexOf(digit).toString(2).padStart(5, "0"));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
