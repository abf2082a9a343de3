import type { Refusal } from "#app/(auth)/_form/problems.ts";
import { AuthError } from "#lib/client/account/auth-request.ts";

/** Returns the data of an authentication error; any other error counts as an error of our own. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof AuthError)
    return { status: error.status, code: error.code, retryAfter: error.retryAfter };
  return { status: 500, code: "UNKNOWN", retryAfter: null };
}
