import { type Enrolment, readBackupCodes, readEnrolment } from "./account-answers.ts";
import { postAuth } from "./auth-request.ts";

/** The password of an account that has one. An undefined password is left out of the request's body. */
type Confirmation = { password?: string | undefined };

/** `revokeOtherSessions` ends all sessions but this browser's, which gets a new one. @throws AuthError */
export async function changePassword(body: {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions: boolean;
}): Promise<void> {
  await postAuth("/change-password", body);
}

/**
 * Starts the setup of the second factor. It is active only after `verifyTotp`. The answer contains the backup codes,
 * which are shown after that.
 * @throws AuthError
 */
export async function beginTwoFactor(body: Confirmation): Promise<Enrolment> {
  return readEnrolment(await postAuth("/two-factor/enable", body));
}

/** Makes new backup codes; the old ones stop working. @throws AuthError */
export async function makeBackupCodes(body: Confirmation): Promise<string[]> {
  return readBackupCodes(await postAuth("/two-factor/generate-backup-codes", body));
}

/** Ends the second factor. @throws AuthError */
export async function endTwoFactor(body: Confirmation): Promise<void> {
  await postAuth("/two-factor/disable", body);
}

/**
 * `otp` is the verification code from the inbox of the current address; the request uses it up. An account without an
 * address has no such code.
 * @throws AuthError
 */
export async function requestEmailChange(body: {
  newEmail: string;
  otp?: string | undefined;
}): Promise<void> {
  await postAuth("/email-otp/request-email-change", body);
}

/** `otp` is the verification code from the inbox of the new address. @throws AuthError */
export async function changeEmail(body: { newEmail: string; otp: string }): Promise<void> {
  await postAuth("/email-otp/change-email", body);
}
