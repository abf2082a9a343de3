import type { AuthErrorKey } from "#app/(auth)/_form/problems.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";

/** Refusals after which no code is accepted any more, so that the sign-in has to start again. */
const endings: Readonly<Record<string, AuthErrorKey>> = {
  INVALID_TWO_FACTOR_COOKIE: "challengeOver",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "challengeSpent",
  ACCOUNT_TEMPORARILY_LOCKED: "locked",
};

/** Returns why the second step has ended; null when another code may still be accepted. */
export function secondFactorEndReason(error: unknown): AuthErrorKey | null {
  return endings[refusalOf(error).code] ?? null;
}
