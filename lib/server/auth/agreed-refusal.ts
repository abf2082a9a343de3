import { freshDatabase } from "#lib/server/database.ts";
import { findSession } from "#lib/server/session.ts";
import type { BodyFields } from "./body-fields.ts";
import { signInMethods } from "./sign-in-methods.ts";

/** Where codes are tried whose mails go only to addresses that have an account, or only to those that have none. */
const CODE_PATHS = new Set([
  "/email-otp/verify-email",
  "/email-otp/reset-password",
  "/email-otp/change-email",
  "/sign-in/email-otp",
]);
/** What better-auth says only where a code was mailed. */
const TELLING = new Set(["OTP_EXPIRED", "TOO_MANY_ATTEMPTS", "USER_NOT_FOUND"]);
/** For how long better-auth locks an account after too many wrong second codes. */
const LOCK_SECONDS = 900;

/** Refusals of better-auth that are not what was agreed with the clients, as they were agreed. */
export async function agreedRefusal(
  path: string,
  fields: BodyFields,
  response: Response,
  headers: Headers,
): Promise<Response> {
  const code = await codeOf(response);
  if (code === "PROVIDER_NOT_FOUND" && isConfigured(fields.get("provider"))) return unavailable();
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") response.headers.set("retry-after", String(LOCK_SECONDS));
  if (!CODE_PATHS.has(path) || code === null || !TELLING.has(code)) return response;
  // An address without a code has none that could expire or be used up: there, every code is just wrong.
  if (await isOwnAddress(fields.get("email"), headers)) return response;
  return Response.json({ code: "INVALID_OTP", message: "Invalid OTP" }, { status: 400 });
}

/** Whoever is signed in knows that their own address has an account. */
async function isOwnAddress(email: unknown, headers: Headers): Promise<boolean> {
  const viewer = typeof email === "string" ? await findSession(freshDatabase(), headers) : null;
  return viewer !== null && viewer.user.email === email;
}

async function codeOf(response: Response): Promise<string | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : null;
  return typeof code === "string" ? code : null;
}

function isConfigured(provider: unknown): boolean {
  return signInMethods().providers.some(({ id }) => id === provider);
}

/** A provider that is configured but does not answer is unknown to better-auth; that it may be tried again is ours to say. */
function unavailable(): Response {
  const message =
    "The sign-in provider does not answer. Please try again in a moment, or sign in another way.";
  const body = { code: "PROVIDER_UNAVAILABLE", message };
  return Response.json(body, { status: 503, headers: { "retry-after": "5" } });
}
