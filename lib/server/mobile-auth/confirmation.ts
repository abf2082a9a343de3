import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/server/env.ts";

/* Where a browser did not come by a start, a page asks first. The answer is a form of that page: it carries a token of
   the session that the page was made for, and browsers say that the page itself has sent it. */

export const CONFIRM_PATH = "/api/mobile-auth/oauth/confirm";
const LIFETIME_MS = 10 * 60 * 1000;

/** For the page's form. */
export function confirmationToken(sessionId: string, now = Date.now()): string {
  const expiresAt = String(now + LIFETIME_MS);
  return `${expiresAt}.${signature(expiresAt, sessionId)}`;
}

/** Whether a form's token was made for this session, within ten minutes. */
export function isConfirmation(token: unknown, sessionId: string, now = Date.now()): boolean {
  const [expiresAt = "", signed = ""] = typeof token === "string" ? token.split(".") : [];
  const [given, expected] = [Buffer.from(signed), Buffer.from(signature(expiresAt, sessionId))];
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expiresAt) >= now;
}

/** Whether one of our own pages has sent a form; a browser that leaves `Origin` out says so by its other header. */
export function isFromOwnPage(headers: Headers): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return origin === new URL(env().BASE_URL).origin;
  return headers.get("sec-fetch-site") === "same-origin";
}

function signature(expiresAt: string, sessionId: string): string {
  return createHmac("sha256", env().BETTER_AUTH_SECRET)
    .update(`mobile-confirmation:${expiresAt}:${sessionId}`)
    .digest("base64url");
}
