import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { sessions, users } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";

export interface Person {
  userId: string;
  name: string;
  email: string;
  /** The session token, which is sent as a bearer token. */
  token: string;
  sessionId: string;
}

const DAY_MS = 86_400_000;

/** Creates a signed-in user by inserting rows, because most tests are not about signing in. */
export async function newPerson(overrides: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const userId = overrides.id ?? uuidv7();
  const name = overrides.name ?? `Person ${userId.slice(-4)}`;
  const email = overrides.email ?? `${userId}@example.test`;
  const token = randomBytes(24).toString("base64url");
  const sessionId = uuidv7();
  const { drizzle } = freshDatabase();
  await drizzle.insert(users).values({ id: userId, emailVerified: true, ...overrides, name, email });
  await drizzle
    .insert(sessions)
    .values({ id: sessionId, userId, token, expiresAt: new Date(Date.now() + DAY_MS) });
  return { userId, name, email, token, sessionId };
}
