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

/** Writes about as much as better-auth writes for the other kind of address; nothing where it has written enough. */
export async function spendEqualTime(path: string, scope: RequestScope, response: Response): Promise<void> {
  if (!response.ok) return;
  const { internalAdapter } = await auth().$context;
  const expiresAt = new Date(Date.now() + CODE_SECONDS * 1000);
  if (path === "/sign-up/email" && scope.newUserId === undefined) {
    const identifier = unusedEmail();
    // The row must not be expired: better-auth deletes expired rows whenever it looks for a code, and locks them by that.
    await internalAdapter.createVerificationValue({ identifier, value: "nobody", expiresAt });
    await internalAdapter.deleteVerificationByIdentifier(identifier);
  } else if (CODE_PATHS.has(path) && scope.mailedCode !== undefined) {
    // better-auth would have deleted the code of an address without an account; this writes the same row once more.
    await internalAdapter.updateVerificationByIdentifier(scope.mailedCode, { expiresAt });
  }
}
