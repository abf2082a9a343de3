import * as z from "zod";
import type { AuthErrorKey } from "#app/(auth)/_form/problems.ts";
import { isDisplayName } from "#lib/shared/display-name.ts";
import { normalizeEmail } from "#lib/shared/typed-sign-in.ts";

/** Checks by its type that a schema's message is an existing text. */
function says(key: AuthErrorKey): string {
  return key;
}

const Email = z
  .string()
  .transform(normalizeEmail)
  .pipe(z.string().min(1, says("emailNeeded")))
  .pipe(z.email(says("emailInvalid")));
const FreshPassword = z.string().min(8, says("passwordShort")).max(128, says("passwordLong"));
const Otp = z.string().regex(/^\d{6}$/, says("codeNeeded"));

export const SignIn = z.object({ email: Email, password: z.string().min(1, says("passwordNeeded")) });
export type SignIn = z.infer<typeof SignIn>;

export const SignUp = z.object({
  name: z.string().trim().refine(isDisplayName, says("nameNeeded")),
  email: Email,
  password: FreshPassword,
});
export type SignUp = z.infer<typeof SignUp>;

export const EmailVerification = z.object({ otp: Otp });
export type EmailVerification = z.infer<typeof EmailVerification>;

export const ForgotPassword = z.object({ email: Email });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

export const PasswordReset = z.object({ otp: Otp, password: FreshPassword });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const NewPassword = z.object({ password: FreshPassword });
export type NewPassword = z.infer<typeof NewPassword>;

export const BackupCode = z.object({
  code: z.string().trim().min(1, says("backupNeeded")).max(64, says("backupWrong")),
});
export type BackupCode = z.infer<typeof BackupCode>;
