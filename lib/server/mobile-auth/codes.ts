import { createHash, randomBytes } from "node:crypto";
import { newId } from "#lib/server/process/new-id.ts";
import type { Db } from "#db/client.ts";
import { consumeMobileCode, insertMobileCode } from "#db/queries/mobile-codes.ts";
import type { Start } from "./start.ts";

/** The lifetime of a code, which is short because the app opens directly after the browser. */
const CODE_SECONDS = 180;

export interface SpentCode {
  userId: string;
  signedInAt: Date;
  /** Hashes of the parameters of `start`; empty for a parameter that was not sent. */
  challenge: string;
  stateHash: string;
}

/** The parameters that an app sends with a code to prove that the code is its own. */
export interface Proof {
  code_verifier?: string | undefined;
  state?: string | undefined;
}

/**
 * Issues a code that can be used once to get a session for the user of a session, by the app that sent the start's
 * parameters. Only hashes are stored.
 */
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

/**
 * Uses a code up and returns its user and hashes; null when the code is unknown, used or expired, or its session has
 * ended meanwhile.
 */
export async function spendMobileCode(db: Db, code: string, now = new Date()): Promise<SpentCode | null> {
  const [spent] = await consumeMobileCode(db, { identifier: identifierOf(code), at: now });
  return spent ?? null;
}

/**
 * Returns the proof that is missing or wrong; null when the code belongs to the sender. A verifier without a challenge
 * is an error, because it means that an attacker removed the challenge from the request (RFC 9700, 2.1.1). A state
 * without one at the start is ignored.
 */
export function mismatchOf({ challenge, stateHash }: SpentCode, proof: Proof): keyof Proof | null {
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
