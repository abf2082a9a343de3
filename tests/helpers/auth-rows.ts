import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { sessions, users, verifications } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";

/** The functions of this file change rows to the state that they have after some time, which no endpoint can do. */

export async function ageCode(
  type: string,
  email: string,
  change: { createdAt?: Date; expiresAt?: Date },
): Promise<void> {
  await freshDatabase()
    .drizzle.update(verifications)
    .set(change)
    .where(eq(verifications.identifier, codeId(type, email)));
}

export async function codeRows(type: string, email: string) {
  return freshDatabase()
    .drizzle.select()
    .from(verifications)
    .where(eq(verifications.identifier, codeId(type, email)));
}

function codeId(type: string, email: string): string {
  return createHash("sha256").update(`${type}-otp-${email}`).digest("base64url");
}

export async function ageSession(
  token: string,
  change: { createdAt?: Date; updatedAt?: Date; expiresAt?: Date },
): Promise<void> {
  await freshDatabase().drizzle.update(sessions).set(change).where(eq(sessions.token, token));
}

export async function sessionRow(token: string) {
  const [row] = await freshDatabase().drizzle.select().from(sessions).where(eq(sessions.token, token));
  return row;
}

export async function userRow(email: string) {
  const [row] = await freshDatabase().drizzle.select().from(users).where(eq(users.email, email));
  return row;
}
