import { freshDatabase } from "#lib/server/process/database.ts";
import { findSession } from "#lib/server/access/session.ts";
import type { BodyFields } from "./body-fields.ts";
import { signInMethods } from "./sign-in-methods.ts";

/** Paths that check a code whose mail goes only to addresses with an account, or only to addresses without one. */
const CODE_PATHS = new Set([
  "/email-otp/verify-email",
  "/email-otp/reset-password",
  "/email-otp/change-email",
  "/sign-in/email-otp",
]);
/**
 * Error codes that better-auth sends only if a code was mailed, so that they would reveal whether the account exists.
 */
const TELLING = new Set(["OTP_EXPIRED", "TOO_MANY_ATTEMPTS", "USER_NOT_FOUND"]);
/** For how long better-auth locks an account after too many wrong second codes. */
const LOCK_SECONDS = 900;

/** Replaces refusals of better-auth that differ from the API's documented refusals. */
export async function documentedRefusal(
  path: string,
  fields: BodyFields,
  response: Response,
  headers: Headers,
): Promise<Response> {
  const code = await codeOf(response);
  if (code === "PROVIDER_NOT_FOUND" && isConfigured(fields.get("provider"))) return unavailable();
  if (code === "ACCOUNT_TEMPORARILY_LOCKED") response.headers.set("retry-after", String(LOCK_SECONDS));
  if (!CODE_PATHS.has(path) || code === null || !TELLING.has(code)) return response;
  // An address without a code has no code that could expire or be used up, so its answer to every code is that it is
  // wrong.
  if (await isOwnAddress(fields.get("email"), headers)) return response;
  return Response.json({ code: "INVALID_OTP", message: "Invalid OTP" }, { status: 400 });
}

/** Whether the address belongs to the signed-in user, who knows already that it has an account. */
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

/**
 * Returns the answer for a provider that is configured but does not answer. better-auth calls such a provider unknown;
 * this answer says that the client may try again.
 */
function unavailable(): Response {
  const message =
    "The sign-in provider does not answer. Please try again in a moment, or sign in another way.";
  const body = { code: "PROVIDER_UNAVAILABLE", message };
  return Response.json(body, { status: 503, headers: { "retry-after": "5" } });
}
