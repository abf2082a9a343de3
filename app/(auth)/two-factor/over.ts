import type { AuthErrorKey } from "#app/(auth)/_form/problems.ts";
import { refusalOf } from "#app/(auth)/_form/refusal.ts";

/** Refusals after which no code helps any more: the sign-in starts again. */
const endings: Readonly<Record<string, AuthErrorKey>> = {
  INVALID_TWO_FACTOR_COOKIE: "challengeOver",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "challengeSpent",
  ACCOUNT_TEMPORARILY_LOCKED: "locked",
};

/** Why the second step is over; null when the next code may still be right. */
export function overBecause(error: unknown): AuthErrorKey | null {
  return endings[refusalOf(error).code] ?? null;
}
