import type { BodyFields } from "./body-fields.ts";
import { signInMethods } from "./sign-in-methods.ts";

/** Where a stranger tries codes. */
const CODE_PATHS = new Set(["/email-otp/verify-email", "/email-otp/reset-password", "/sign-in/email-otp"]);
/** What better-auth says only of addresses that have an account. */
const TELLING = new Set(["OTP_EXPIRED", "TOO_MANY_ATTEMPTS", "USER_NOT_FOUND"]);

/** Refusals of better-auth that are not what was agreed with the clients, as they were agreed. */
export async function agreedRefusal(path: string, fields: BodyFields, response: Response): Promise<Response> {
  if (path === "/sign-in/social" && response.status === 404) return unavailable(fields, response);
  if (CODE_PATHS.has(path)) return sameForAll(response);
  return response;
}

/** A provider that is configured but does not answer is unknown to better-auth; that it may be tried again is ours to say. */
function unavailable(fields: BodyFields, response: Response): Response {
  const isKnown = signInMethods().providers.some(({ id }) => id === fields.get("provider"));
  if (!isKnown) return response;
  const message =
    "The sign-in provider does not answer. Please try again in a moment, or sign in another way.";
  const body = { code: "PROVIDER_UNAVAILABLE", message };
  return Response.json(body, { status: 503, headers: { "retry-after": "5" } });
}

/** An address without an account has no code that could expire or be used up: there, every code is just wrong. */
async function sameForAll(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : null;
  if (typeof code !== "string" || !TELLING.has(code)) return response;
  return Response.json({ code: "INVALID_OTP", message: "Invalid OTP" }, { status: 400 });
}
