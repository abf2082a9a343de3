import type { Messages } from "#app/_i18n/namespaces.ts";

export type AuthErrorKey = keyof Messages["auth"]["error"];
type GeneralKey = "offline" | "unknown" | "rateLimitedSoon";
export type AuthFieldName = "name" | "email" | "password" | "otp" | "code";

/** The message for a refusal: beside a field, or above the button. */
export type Problem =
  | { kind: "field"; field: AuthFieldName; key: AuthErrorKey }
  | { kind: "form"; key: AuthErrorKey }
  | { kind: "general"; key: GeneralKey }
  | { kind: "wait"; seconds: number };

/** The data of a failed call; `status` is 0 when there was no answer. */
export interface Refusal {
  status: number;
  code: string;
  /** The value of `Retry-After` in seconds. */
  retryAfter: number | null;
}

const byCode: Readonly<Record<string, Problem>> = {
  INVALID_EMAIL_OR_PASSWORD: { kind: "field", field: "password", key: "credentials" },
  INVALID_PASSWORD: { kind: "field", field: "password", key: "credentials" },
  INVALID_EMAIL: { kind: "field", field: "email", key: "emailInvalid" },
  USER_ALREADY_EXISTS: { kind: "field", field: "email", key: "emailTaken" },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { kind: "field", field: "email", key: "emailTaken" },
  PASSWORD_TOO_SHORT: { kind: "field", field: "password", key: "passwordShort" },
  PASSWORD_TOO_LONG: { kind: "field", field: "password", key: "passwordLong" },
  PASSWORD_TOO_COMMON: { kind: "field", field: "password", key: "passwordCommon" },
  PASSWORD_TOO_PERSONAL: { kind: "field", field: "password", key: "passwordPersonal" },
  INVALID_NAME: { kind: "field", field: "name", key: "nameNeeded" },
  INVALID_OTP: { kind: "field", field: "otp", key: "codeWrong" },
  OTP_EXPIRED: { kind: "field", field: "otp", key: "codeExpired" },
  OTP_ALREADY_USED: { kind: "field", field: "otp", key: "codeUsed" },
  TOO_MANY_ATTEMPTS: { kind: "field", field: "otp", key: "codeSpent" },
  // A stranger must not learn whether an address has an account, so an unknown address gives the same message as a
  // wrong code.
  USER_NOT_FOUND: { kind: "field", field: "otp", key: "codeWrong" },
  INVALID_CODE: { kind: "field", field: "otp", key: "totpWrong" },
  CODE_ALREADY_USED: { kind: "field", field: "otp", key: "totpUsed" },
  INVALID_BACKUP_CODE: { kind: "field", field: "code", key: "backupWrong" },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: { kind: "form", key: "challengeSpent" },
  INVALID_TWO_FACTOR_COOKIE: { kind: "form", key: "challengeOver" },
  INVALID_TOKEN: { kind: "form", key: "linkOld" },
  PROVIDER_UNAVAILABLE: { kind: "form", key: "providerDown" },
  CAPTCHA_PENDING: { kind: "form", key: "captchaPending" },
  MISSING_RESPONSE: { kind: "form", key: "captchaMissing" },
  VERIFICATION_FAILED: { kind: "form", key: "captchaFailed" },
  CAPTCHA_UNAVAILABLE: { kind: "form", key: "captchaDown" },
  BANNED_USER: { kind: "form", key: "banned" },
};

/** Returns the message for a refusal of the authentication service. */
export function problemOf({ status, code, retryAfter }: Refusal): Problem {
  // A locked account is answered with status 429 like a rate limit, but the lock lasts longer than a minute.
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") return { kind: "form", key: "locked" };
  if (status === 429 || code === "RATE_LIMITED") {
    return retryAfter ? { kind: "wait", seconds: retryAfter } : { kind: "general", key: "rateLimitedSoon" };
  }
  if (status === 0) return { kind: "general", key: "offline" };
  return byCode[code] ?? { kind: "general", key: "unknown" };
}
