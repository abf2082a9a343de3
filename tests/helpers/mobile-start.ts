import { startCookie } from "#lib/server/mobile-auth/start.ts";

/**
 * Returns the cookie (`name=value`) of a browser that the mobile app has opened `agoMs` ago, by default before its user
 * signed in.
 */
export function mobileStartCookie(app: { state?: string; challenge?: string } = {}, agoMs = 60_000): string {
  return startCookie({ at: Date.now() - agoMs, ...app }).split(";")[0] ?? "";
}
