import type { GenericEndpointContext } from "better-auth";
import { accountKey, requireTriesLeft } from "./rate-limit.ts";
import { OWN_TRIES } from "./rate-rules.ts";
import { viewerOf } from "./request-guards.ts";
import { requestScope } from "./request-scope.ts";

/** Where somebody who is signed in proves once more who they are, by their password or by a code from their inbox. */
const PATHS = new Set([
  "/change-password",
  "/two-factor/enable",
  "/two-factor/disable",
  "/two-factor/generate-backup-codes",
  "/email-otp/request-email-change",
  "/email-otp/change-email",
]);

/**
 * Limits what is tried there by account, wherever from: else whoever has got hold of a session could guess the password at
 * leisure. A right try is taken back once it was answered. Strangers have no session, and so can't use these tries up.
 * @throws AppError RATE_LIMITED
 */
export async function limitOwnTries(context: GenericEndpointContext): Promise<void> {
  const scope = requestScope();
  const viewer = scope && PATHS.has(context.path) ? await viewerOf(context) : null;
  if (!scope || !viewer) return;
  scope.account = { key: accountKey("own", viewer.userId), rules: OWN_TRIES, isOfWrongOnes: true };
  await requireTriesLeft(scope.account);
}
