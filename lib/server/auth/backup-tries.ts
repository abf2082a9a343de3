import { createAuthMiddleware } from "better-auth/api";
import { currentRequest } from "../http/request-record.ts";
import { hasSignedInWith, keptId } from "./known-devices.ts";
import { accountKey, requireTriesLeft } from "./rate-limit.ts";
import { BACKUP_TRIES } from "./rate-rules.ts";
import { requestHeaders } from "./row-hooks.ts";
import { whose } from "./spend-code.ts";

/* The plugin counts wrong codes of the authenticator and wrong backup codes together: by account in `two_factors`, and by
   challenge in a verification value. Whoever guesses the ones would shut out the owner who has only the others left. */

const PATH = "/two-factor/verify-backup-code";
/** Of the plugin: how often one challenge was tried. */
const ATTEMPTS = "2fa-attempts-";

/** The plugin's own count is of the authenticator's codes alone: it is neither asked nor changed by a backup code. */
export const accountLockout = {
  get enabled(): boolean {
    return currentRequest()?.route !== `/api/auth${PATH}`;
  },
};

/**
 * Limits tries of backup codes by a count of their own, those at a known browser apart, and takes the challenge's count
 * out of their way. @throws AppError RATE_LIMITED
 */
export const backupTries = {
  matcher: ({ path }: { path?: string }) => path === PATH,
  handler: createAuthMiddleware(async (context) => {
    const userId = await whose(context);
    if (userId === null) return undefined;
    const id = keptId(requestHeaders(context));
    const isKnown = id !== null && (await hasSignedInWith(context.context, userId, id));
    const key = accountKey("backup-codes", userId, isKnown ? id : null);
    await requireTriesLeft({ key, rules: BACKUP_TRIES });
    return { context: { context: { internalAdapter: withoutAttempts(context.context.internalAdapter) } } };
  }),
};

type Adapter = Pick<
  Parameters<typeof whose>[0]["context"]["internalAdapter"],
  "consumeVerificationValue" | "createVerificationValue"
>;

/** As if no attempt of the challenge had failed, and none was to be noted. */
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
