import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/server/env/env.ts";

/* A browser that did not call `start` shows a confirmation page first. The page's form carries a token of the
   session for which the page was made, and headers of the browser prove that our own page sent the form. */

export const CONFIRM_PATH = "/api/mobile-auth/oauth/confirm";
const LIFETIME_MS = 10 * 60 * 1000;

/** Returns the token for the form of the confirmation page. */
export function confirmationToken(sessionId: string, now = Date.now()): string {
  const expiresAt = String(now + LIFETIME_MS);
  return `${expiresAt}.${signature(expiresAt, sessionId)}`;
}

/** Whether a form's token was made for this session within the last ten minutes. */
export function isConfirmation(token: unknown, sessionId: string, now = Date.now()): boolean {
  const [expiresAt = "", signed = ""] = typeof token === "string" ? token.split(".") : [];
  const [given, expected] = [Buffer.from(signed), Buffer.from(signature(expiresAt, sessionId))];
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expiresAt) >= now;
}

/** Whether one of our own pages sent the form. When the browser omits `Origin`, the header `Sec-Fetch-Site` decides. */
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
