import { env } from "#lib/server/env/env.ts";
import { bearerOf } from "#lib/server/access/session-token.ts";
import { sessionTokens } from "#lib/server/access/session.ts";
import type { BodyFields } from "./body-fields.ts";

/*
 * After the first factor better-auth sets a signed cookie, the challenge, which the second factor needs. This file
 * carries the challenge for clients that cannot send cookies.
 */

const SECOND_STEPS = new Set(["/two-factor/verify-totp", "/two-factor/verify-backup-code"]);
const COOKIE_VALUE = /^[\w.%~+/=-]{1,512}$/;
const PAGE = "/two-factor";

export function isSecondStep(path: string): boolean {
  return SECOND_STEPS.has(path);
}

/** Whether the client is native: it stores no cookies, and shows that by sending no web origin. */
export function isNativeClient(headers: Headers): boolean {
  const origin = headers.get("origin");
  return !headers.has("cookie") && (origin === null || !/^(https?:|null$)/i.test(origin));
}

/**
 * Returns headers in which the body's `twoFactorToken` has become the challenge's cookie; null when the request does
 * not contain it.
 */
export function challengeHeaders(path: string, headers: Headers, fields: BodyFields): Headers | null {
  if (!SECOND_STEPS.has(path) || !isNativeClient(headers)) return null;
  const token = fields.get("twoFactorToken");
  if (typeof token !== "string" || !COOKIE_VALUE.test(token)) return null;
  const changed = new Headers(headers);
  changed.set("cookie", `${cookieName()}=${token}`);
  changed.set("origin", new URL(env().BASE_URL).origin);
  // better-auth would take an old session that the client still sends for the session of this sign-in.
  if (bearerOf(changed) !== null) changed.delete("authorization");
  return changed;
}

/** Adds to better-auth's answer what a client needs for the second factor, or for its new session. */
export async function withSignInFields(
  path: string,
  request: Request,
  response: Response,
): Promise<Response> {
  const challenge = challengeOf(response);
  if (path === "/callback/:id" && challenge !== null) return toPage(response);
  if (!response.ok || !/json/.test(response.headers.get("content-type") ?? "")) return response;
  if (challenge !== null && isNativeClient(request.headers))
    return extended(response, { twoFactorToken: challenge });
  // Turning the second factor on makes a new session, but better-auth's body still names the old one.
  const fresh = SECOND_STEPS.has(path) ? response.headers.get("set-auth-token") : null;
  return fresh === null ? response : extended(response, { token: fresh.split(".")[0] });
}

/**
 * Changes the redirect in which a sign-in at a provider ends: if a second factor is needed, it leads to the page that
 * asks for the code.
 */
function toPage(response: Response): Response {
  const { BASE_URL, TRUSTED_ORIGINS } = env();
  const target = new URL(response.headers.get("location") ?? "/", BASE_URL);
  // The page can only lead to trusted origins afterwards.
  if (!TRUSTED_ORIGINS.includes(target.origin)) return response;
  const page = new URL(PAGE, BASE_URL);
  const isOwn = target.origin === new URL(BASE_URL).origin;
  page.searchParams.set("next", isOwn ? `${target.pathname}${target.search}${target.hash}` : target.href);
  response.headers.set("location", page.href);
  return response;
}

async function extended(response: Response, more: Record<string, unknown>): Promise<Response> {
  const { headers, status } = response;
  const body: unknown = await response.json();
  headers.delete("content-length");
  return Response.json(typeof body === "object" ? { ...body, ...more } : body, { status, headers });
}

/** Whether an answer requires the second factor. */
export function isChallenge(response: Response): boolean {
  return challengeOf(response) !== null;
}

/** Returns the value of the challenge's cookie if the answer sets it, otherwise null. */
function challengeOf(response: Response): string | null {
  const prefix = `${cookieName()}=`;
  const set = response.headers.getSetCookie().find((cookie) => cookie.startsWith(prefix));
  const value = set?.slice(prefix.length).split(";")[0] ?? "";
  return value === "" ? null : value;
}

function cookieName(): string {
  return sessionTokens().cookieName.replace(/session_token$/, "two_factor");
}
