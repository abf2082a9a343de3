import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PERIOD_MS = 30_000;

/** The last 30-second step whose code was given out, by secret. */
const given = new Map<string, number>();

/**
 * Returns the code that an authenticator app shows for an `otpauth://` address (RFC 6238, six digits). Each code is
 * accepted once, so no call returns a code that an earlier call has returned: the second call returns the code of the
 * next step, which the service already accepts.
 */
export function totp(uri: string): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const step = Math.max(Math.floor(Date.now() / PERIOD_MS), (given.get(secret) ?? 0) + 1);
  given.set(secret, step);
  return codeOfStep(secret, step);
}

/** Returns the code of the step `off` steps after the current one. */
export function totpAtOffset(uri: string, off: number): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return codeOfStep(secret, Math.floor(Date.now() / PERIOD_MS) + off);
}

/** Runs assertions that hold only within one 30-second step; if the next step begins meanwhile, it runs them again. */
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
