import { createAuthMiddleware } from "better-auth/api";
import { currentRequest } from "../http/request-record.ts";
import { hasSignedInWith, storedDeviceId } from "./known-devices.ts";
import { accountKey, requireTriesLeft } from "./rate-limit.ts";
import { BACKUP_CODE_RULES } from "./rate-rules.ts";
import { requestHeaders } from "./row-hooks.ts";
import { findCodeOwner } from "./spend-code.ts";

/*
 * The plugin counts wrong codes of the authenticator and wrong backup codes together: by account in `two_factors`, and
 * by challenge in a verification value. Somebody who guesses codes of one kind would thus lock out the owner who can
 * only use the other kind.
 */

const PATH = "/two-factor/verify-backup-code";
/** The prefix under which the plugin counts the attempts at one challenge. */
const ATTEMPTS = "2fa-attempts-";

/** Turns the plugin's lockout off for backup codes, so that its count is only of the authenticator's codes. */
export const accountLockout = {
  get enabled(): boolean {
    return currentRequest()?.route !== `/api/auth${PATH}`;
  },
};

/**
 * Limits attempts at backup codes with their own rate limit, separately for known browsers, and keeps them from the
 * challenge's count.
 * @throws AppError RATE_LIMITED
 */
export const backupCodeRateLimit = {
  matcher: ({ path }: { path?: string }) => path === PATH,
  handler: createAuthMiddleware(async (context) => {
    const userId = await findCodeOwner(context);
    if (userId === null) return undefined;
    const id = storedDeviceId(requestHeaders(context));
    const isKnown = id !== null && (await hasSignedInWith(context.context, userId, id));
    const key = accountKey("backup-codes", userId, isKnown ? id : null);
    await requireTriesLeft({ key, rules: BACKUP_CODE_RULES });
    return { context: { context: { internalAdapter: withoutAttempts(context.context.internalAdapter) } } };
  }),
};

type Adapter = Pick<
  Parameters<typeof findCodeOwner>[0]["context"]["internalAdapter"],
  "consumeVerificationValue" | "createVerificationValue"
>;

/** Returns an adapter that reports no failed attempt at a challenge and stores none. */
function withoutAttempts(adapter: Adapter): Adapter {
  return {
    consumeVerificationValue: (identifier) =>
      identifier.startsWith(ATTEMPTS)
        ? Promise.resolve(none(identifier))
        : adapter.consumeVerificationValue(identifier),
    createVerificationValue: (data) =>
      data.identifier.startsWith(ATTEMPTS)
        ? Promise.resolve(none(data.identifier))
        : adapter.createVerificationValue(data),
  };
}

function none(identifier: string) {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 60_000);
  return { id: identifier, identifier, value: "0", expiresAt, createdAt: now, updatedAt: now };
}
