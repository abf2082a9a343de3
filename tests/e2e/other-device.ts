import { v7 as uuidv7 } from "uuid";
import { sessions } from "#db/schema/auth.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import type { Person } from "#tests/factories/people.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** The device's IP address in the form in which the service stores it. */
const ADDRESS = "2001:0db8:85a3:0000:0000:8a2e:0370:7334";

/** Signs the same person in on another device. @returns the token of the new session */
export async function signInOnIphone({ userId }: Person): Promise<string> {
  const token = uuidv7();
  const expiresAt = new Date(Date.now() + 86_400_000);
  const row = { id: uuidv7(), userId, token, userAgent: IPHONE, ipAddress: ADDRESS, expiresAt };
  await freshDatabase().drizzle.insert(sessions).values(row);
  return token;
}
