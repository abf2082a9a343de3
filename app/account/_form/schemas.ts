import * as z from "zod";
import type { ErrorText } from "#app/account/_form/problems.ts";
import { isDisplayName } from "#lib/shared/display-name.ts";
import { normalizeEmail } from "#lib/shared/typed-sign-in.ts";

/** Checks by its type that a schema's message is an existing text. */
function says(text: ErrorText): string {
  return text;
}

const Otp = z.string().regex(/^\d{6}$/, says("auth.error.codeNeeded"));
const Current = z.string().min(1, says("auth.error.passwordNeeded"));
const NewPassword = z
  .string()
  .min(8, says("auth.error.passwordShort"))
  .max(128, says("auth.error.passwordLong"));

export const Name = z.string().trim().refine(isDisplayName, says("auth.error.nameNeeded"));

/** Returns the schema of an address other than the present one. */
export function newAddress(current: string | null) {
  return z.object({
    email: z
      .string()
      .transform(normalizeEmail)
      .pipe(z.string().min(1, says("auth.error.emailNeeded")))
      .pipe(z.email(says("auth.error.emailInvalid")))
      .refine((email) => email !== current?.toLowerCase(), says("account.error.emailSame")),
  });
}
export type NewAddress = z.infer<ReturnType<typeof newAddress>>;

export const Code = z.object({ otp: Otp });
export type Code = z.infer<typeof Code>;

export const PasswordChange = z.object({ current: Current, password: NewPassword, others: z.boolean() });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const FirstPassword = z.object({ otp: Otp, password: NewPassword });
export type FirstPassword = z.infer<typeof FirstPassword>;

/** Returns the schema of a confirmation; an account without a password needs none. */
export function confirmation(hasPassword: boolean) {
  return z.object({ current: hasPassword ? Current : z.string() });
}
export type Confirmation = z.infer<ReturnType<typeof confirmation>>;

/** Returns the schema for deleting an account, which requires a word in the reader's language. */
export function accountDeletionSchema(hasPassword: boolean, word: string) {
  return z.object({
    current: hasPassword ? Current : z.string(),
    word: z
      .string()
      .trim()
      .refine((typed) => typed.toLowerCase() === word.toLowerCase(), says("account.error.wordWrong")),
  });
}
export type AccountDeletion = z.infer<ReturnType<typeof accountDeletionSchema>>;
