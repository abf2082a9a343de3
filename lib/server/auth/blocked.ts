import { APIError } from "better-auth/api";
import { selectBlocked } from "#db/queries/operator.ts";
import { freshDatabase } from "../process/database.ts";
import { logSecurity } from "../http/security-log.ts";

/** The error code that better-auth uses for a blocked user. */
const BLOCKED = "BANNED_USER";
export const BLOCKED_MESSAGE =
  "Whoever runs this service has blocked this account. Nothing of yours was deleted; write to them if it is a mistake.";

export async function isBlocked(userId: string): Promise<boolean> {
  const rows = await selectBlocked(freshDatabase(), { userId });
  return rows.length > 0;
}

/**
 * Refuses a session to a blocked user, for each way of signing in. It runs only after the user has proved to be that
 * person, so it reveals the block to nobody else.
 */
export async function refuseBlocked(userId: string): Promise<void> {
  if (!(await isBlocked(userId))) return;
  logSecurity("sign-in.blocked", { userId });
  throw new APIError("FORBIDDEN", { code: BLOCKED, message: BLOCKED_MESSAGE });
}
