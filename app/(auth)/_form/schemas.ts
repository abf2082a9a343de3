import * as z from "zod";
import type { AuthErrorKey } from "#app/(auth)/_form/problems.ts";
import { isDisplayName } from "#lib/shared/display-name.ts";
import { foldEmail } from "#lib/shared/typed-sign-in.ts";

/** Checks by its type that a schema's message is an existing text. */
function says(key: AuthErrorKey): string {
  return key;
}

const Email = z
  .string()
  .transform(foldEmail)
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

export const Verify = z.object({ otp: Otp });
export type Verify = z.infer<typeof Verify>;

export const Forgot = z.object({ email: Email });
export type Forgot = z.infer<typeof Forgot>;

export const Reset = z.object({ otp: Otp, password: FreshPassword });
export type Reset = z.infer<typeof Reset>;

export const NewPassword = z.object({ password: FreshPassword });
export type NewPassword = z.infer<typeof NewPassword>;

export const BackupCode = z.object({
  code: z.string().trim().min(1, says("backupNeeded")).max(64, says("backupWrong")),
});
export type BackupCode = z.infer<typeof BackupCode>;
