import type { Messages } from "#app/_i18n/namespaces.ts";
import { ApiError, ConnectionError } from "#lib/client/base/api.ts";
import { AuthError } from "#lib/client/account/auth-request.ts";

/** The key of a text of this page, or of the sign-in pages. */
export type ErrorText =
  | `account.error.${keyof Messages["account"]["error"]}`
  | `auth.error.${keyof Messages["auth"]["error"]}`;
type AccountField = "name" | "email" | "otp" | "current" | "password" | "word";

/** The message for a refusal: beside a field or for the whole form, or a text that all pages share. */
export type AccountProblem =
  | { kind: "said"; text: ErrorText; field?: AccountField }
  | { kind: "general"; key: "offline" | "unknown" | "rateLimitedSoon" }
  | { kind: "wait"; seconds: number };

function beside(field: AccountField, text: ErrorText): AccountProblem {
  return { kind: "said", text, field };
}

function whole(text: ErrorText): AccountProblem {
  return { kind: "said", text };
}

/**
 * The messages by the code of an error. The codes are those of better-auth and of the API, because the account page
 * calls both.
 */
const byCode: Readonly<Record<string, AccountProblem>> = {
  INVALID_NAME: beside("name", "auth.error.nameNeeded"),
  INVALID_EMAIL: beside("email", "auth.error.emailInvalid"),
  EMAIL_IS_THE_SAME: beside("email", "account.error.emailSame"),
  EMAIL_ALREADY_IN_USE: whole("account.error.emailTaken"),
  INVALID_OTP: beside("otp", "auth.error.codeWrong"),
  OTP_EXPIRED: beside("otp", "auth.error.codeExpired"),
  OTP_ALREADY_USED: beside("otp", "auth.error.codeUsed"),
  TOO_MANY_ATTEMPTS: beside("otp", "auth.error.codeSpent"),
  INVALID_CODE: beside("otp", "auth.error.totpWrong"),
  CODE_ALREADY_USED: beside("otp", "auth.error.totpUsed"),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: whole("account.error.locked"),
  INVALID_PASSWORD: beside("current", "account.error.passwordWrong"),
  WRONG_PASSWORD: beside("current", "account.error.passwordWrong"),
  PASSWORD_TOO_SHORT: beside("password", "auth.error.passwordShort"),
  PASSWORD_TOO_LONG: beside("password", "auth.error.passwordLong"),
  PASSWORD_TOO_COMMON: beside("password", "auth.error.passwordCommon"),
  PASSWORD_TOO_PERSONAL: beside("password", "auth.error.passwordPersonal"),
  CREDENTIAL_ACCOUNT_NOT_FOUND: whole("account.error.passwordGone"),
  TOTP_ALREADY_ENABLED: whole("account.error.twoFactorOn"),
  TOTP_NOT_ENABLED: whole("account.error.twoFactorOff"),
  TWO_FACTOR_NOT_ENABLED: whole("account.error.twoFactorOff"),
  FAILED_TO_UNLINK_LAST_ACCOUNT: whole("account.error.methodLast"),
  ACCOUNT_NOT_FOUND: whole("account.error.methodGone"),
  UNSUPPORTED_MEDIA_TYPE: whole("account.error.pictureType"),
  TOO_LARGE: whole("account.error.pictureLarge"),
  CAPTCHA_PENDING: whole("auth.error.captchaPending"),
  MISSING_RESPONSE: whole("auth.error.captchaMissing"),
  VERIFICATION_FAILED: whole("auth.error.captchaFailed"),
  CAPTCHA_UNAVAILABLE: whole("auth.error.captchaDown"),
  SESSION_NOT_FRESH: whole("account.error.notFresh"),
  UNAUTHENTICATED: whole("account.error.signedOut"),
  OTHER_ACCOUNT: whole("account.error.otherAccount"),
  UNAUTHORIZED: whole("account.error.signedOut"),
};

/** Returns the message for any error of a call of this page. */
export function problemOf(error: unknown): AccountProblem {
  if (error instanceof ConnectionError) return { kind: "general", key: "offline" };
  const refusal = refusalOf(error);
  if (!refusal) return { kind: "general", key: "unknown" };
  const { status, code, retryAfter } = refusal;
  if (status === 0) return { kind: "general", key: "offline" };
  // A locked account is answered with status 429 like a rate limit, but the lock lasts longer than a minute.
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") return whole("account.error.locked");
  if (status === 429 || code === "RATE_LIMITED") {
    return retryAfter ? { kind: "wait", seconds: retryAfter } : { kind: "general", key: "rateLimitedSoon" };
  }
  return byCode[code] ?? { kind: "general", key: "unknown" };
}

/** Returns the code of a refusal; null for an error that is no refusal. */
export function codeOf(error: unknown): string | null {
  return refusalOf(error)?.code ?? null;
}

function refusalOf(error: unknown): { status: number; code: string; retryAfter: number | null } | null {
  if (error instanceof AuthError) return error;
  if (error instanceof ApiError) return { status: error.status, code: error.body.code, retryAfter: null };
  return null;
}
