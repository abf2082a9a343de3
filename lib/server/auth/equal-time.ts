import { unusedEmail } from "#lib/shared/placeholder-email.ts";
import { auth } from "./auth.ts";
import type { RequestScope } from "./request-scope.ts";
import { CODE_SECONDS } from "./verification-plugin.ts";

/*
 * For some requests better-auth writes more for one kind of address than for the other. These functions write about as
 * much for the other kind, so that the time until the answer does not reveal who has an account.
 */

/** The paths that delete the new code again if the address has no account. */
const CODE_PATHS = new Set(["/email-otp/send-verification-otp", "/email-otp/request-password-reset"]);

/** Does nothing for paths and addresses for which better-auth has written enough. */
export async function spendEqualTime(path: string, scope: RequestScope, response: Response): Promise<void> {
  if (!response.ok) return;
  const isRepeatedSignUp = path === "/sign-up/email" && scope.newUserId === undefined;
  if (!isRepeatedSignUp && !(CODE_PATHS.has(path) && scope.hasMailedCode)) return;
  const { internalAdapter } = await auth().$context;
  const identifier = unusedEmail();
  // better-auth deletes expired rows whenever it looks for a code, so an expired row would be locked by other requests.
  const expiresAt = new Date(Date.now() + CODE_SECONDS * 1000);
  await internalAdapter.createVerificationValue({ identifier, value: "nobody", expiresAt });
  // To add an account takes more writes than to delete a code, so a repeated sign-up deletes this row again. In the
  // other cases better-auth deletes it after `expiresAt`.
  if (isRepeatedSignUp) await internalAdapter.deleteVerificationByIdentifier(identifier);
}
