import { type Enrolment, readBackupCodes, readEnrolment } from "./account-answers.ts";
import { postAuth } from "./auth-request.ts";

/** A password where the account has one; undefined is left out of the body. */
type Confirmation = { password?: string | undefined };

/** `revokeOtherSessions` ends all sessions but this browser's, which gets a new one. @throws AuthError */
export async function changePassword(body: {
  currentPassword: string;
  newPassword: string;
  revokeOtherSessions: boolean;
}): Promise<void> {
  await postAuth("/change-password", body);
}

/** Nothing is on before `verifyTotp`; the backup codes come with it and are shown then. @throws AuthError */
export async function beginTwoFactor(body: Confirmation): Promise<Enrolment> {
  return readEnrolment(await postAuth("/two-factor/enable", body));
}

/** The old ones stop working. @throws AuthError */
export async function makeBackupCodes(body: Confirmation): Promise<string[]> {
  return readBackupCodes(await postAuth("/two-factor/generate-backup-codes", body));
}

/** @throws AuthError */
export async function endTwoFactor(body: Confirmation): Promise<void> {
  await postAuth("/two-factor/disable", body);
}

/** `otp` is the code from the current inbox, which it spends; an account without an address has none. @throws AuthError */
export async function requestEmailChange(body: {
  newEmail: string;
  otp?: string | undefined;
}): Promise<void> {
  await postAuth("/email-otp/request-email-change", body);
}

/** `otp` is the code from the new inbox. @throws AuthError */
export async function changeEmail(body: { newEmail: string; otp: string }): Promise<void> {
  await postAuth("/email-otp/change-email", body);
}
