import type { Refusal } from "#app/(auth)/_form/problems.ts";
import { AuthError } from "#lib/client/auth-request.ts";

/** What a thrown error of an authentication call says; one that is none of those reads as a fault of ours. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof AuthError)
    return { status: error.status, code: error.code, retryAfter: error.retryAfter };
  return { status: 500, code: "UNKNOWN", retryAfter: null };
}
