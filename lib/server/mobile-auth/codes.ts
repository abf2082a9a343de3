import { createHash, randomBytes } from "node:crypto";
import { newId } from "#lib/server/new-id.ts";
import type { Db } from "#db/client.ts";
import { consumeMobileCode, insertMobileCode } from "#db/queries/mobile-codes.ts";
import type { Start } from "./start.ts";

/** The app opens at once after the browser, so a code lives no longer than that takes. */
const CODE_SECONDS = 180;

export interface Spent {
  userId: string;
  signedInAt: Date;
  /** What the start asked for, as hashes; empty where it gave nothing along. */
  challenge: string;
  stateHash: string;
}

/** What an app sends beside a code. */
export interface Proof {
  code_verifier?: string | undefined;
  state?: string | undefined;
}

/** A code that stands once for the user of a session, and for the app that gave the start's parameters. Only hashes are stored. */
export async function issueMobileCode(
  db: Db,
  sessionId: string,
  { challenge = "", state }: Pick<Start, "challenge" | "state"> = {},
  now = new Date(),
): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
  const value = [sessionId, challenge, state === undefined ? "" : sha256(state)].join("|");
  await insertMobileCode(db, { id: newId(), identifier: identifierOf(code), value, expiresAt });
  return code;
}

/** What a code stands for; null when it is unknown, used or expired, or its session was ended meanwhile. */
export async function spendMobileCode(db: Db, code: string, now = new Date()): Promise<Spent | null> {
  const [spent] = await consumeMobileCode(db, { identifier: identifierOf(code), at: now });
  return spent ?? null;
}

/**
 * Which proof is missing or wrong; null when the code is the sender's. A verifier without a challenge means that the
 * challenge was taken away on the way (RFC 9700, 2.1.1); a state that nobody gave means nothing.
 */
export function mismatchOf({ challenge, stateHash }: Spent, proof: Proof): keyof Proof | null {
  const { code_verifier: verifier, state } = proof;
  if ((verifier === undefined ? "" : sha256(verifier)) !== challenge) return "code_verifier";
  return stateHash !== "" && (state === undefined || sha256(state) !== stateHash) ? "state" : null;
}

function identifierOf(code: string): string {
  return `mobile-oauth-${sha256(code)}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
