import { createHash, randomBytes } from "node:crypto";
import { newId } from "#lib/server/new-id.ts";
import type { Db } from "#db/client.ts";
import { consumeMobileCode, insertMobileCode } from "#db/queries/mobile-codes.ts";

/** The app opens at once after the browser, so a code lives no longer than that takes. */
const CODE_SECONDS = 180;

export interface Spent {
  userId: string;
  signedInAt: Date;
}

/** A code that stands once for the user of a session. Only its hash is stored. */
export async function issueMobileCode(db: Db, sessionId: string, now = new Date()): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000);
  await insertMobileCode(db, { id: newId(), identifier: identifierOf(code), sessionId, expiresAt });
  return code;
}

/** The user whom a code stands for, and when they signed in; null when it is unknown, used or expired, or its session was ended meanwhile. */
export async function spendMobileCode(db: Db, code: string, now = new Date()): Promise<Spent | null> {
  const [spent] = await consumeMobileCode(db, { identifier: identifierOf(code), at: now });
  return spent ?? null;
}

function identifierOf(code: string): string {
  return `mobile-oauth-${createHash("sha256").update(code).digest("base64url")}`;
}
