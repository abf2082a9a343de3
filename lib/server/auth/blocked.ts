import { APIError } from "better-auth/api";
import { selectBlocked } from "#db/queries/operator.ts";
import { freshDatabase } from "../database.ts";
import { logSecurity } from "../http/security-log.ts";

/** better-auth's own name for it. */
const BLOCKED = "BANNED_USER";
export const BLOCKED_MESSAGE =
  "Whoever runs this service has blocked this account. Nothing of yours was deleted; write to them if it is a mistake.";

export async function isBlocked(userId: string): Promise<boolean> {
  const rows = await selectBlocked(freshDatabase(), { userId });
  return rows.length > 0;
}

/** Stands before every session, whichever way leads to it. It tells only who has proved to be the person. */
export async function refuseBlocked(userId: string): Promise<void> {
  if (!(await isBlocked(userId))) return;
  logSecurity("sign-in.blocked", { userId });
  throw new APIError("FORBIDDEN", { code: BLOCKED, message: BLOCKED_MESSAGE });
}
