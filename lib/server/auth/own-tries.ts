import type { GenericEndpointContext } from "better-auth";
import { accountKey, requireTriesLeft } from "./rate-limit.ts";
import { OWN_ATTEMPT_RULES } from "./rate-rules.ts";
import { viewerOf } from "./request-guards.ts";
import { requestScope } from "./request-scope.ts";

/** Paths on which a signed-in user proves the identity again, by the password or by a code from the inbox. */
const PATHS = new Set([
  "/change-password",
  "/two-factor/enable",
  "/two-factor/disable",
  "/two-factor/generate-backup-codes",
  "/email-otp/request-email-change",
  "/email-otp/change-email",
]);

/**
 * Limits attempts to prove the identity again, by account, from all IP addresses together: otherwise somebody with a
 * stolen session could guess the password without limit. A correct attempt is subtracted after its answer. Strangers
 * have no session, so they cannot use up these attempts.
 * @throws AppError RATE_LIMITED
 */
export async function limitOwnTries(context: GenericEndpointContext): Promise<void> {
  const scope = requestScope();
  const viewer = scope && PATHS.has(context.path) ? await viewerOf(context) : null;
  if (!scope || !viewer) return;
  scope.account = { key: accountKey("own", viewer.userId), rules: OWN_ATTEMPT_RULES, isOfWrongOnes: true };
  await requireTriesLeft(scope.account);
}
