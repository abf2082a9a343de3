import { startCookie } from "#lib/server/mobile-auth/start.ts";

/** `name=value` of a browser that the mobile app has opened a while ago, by default before its person signed in. */
export function openedByApp(app: { state?: string; challenge?: string } = {}, agoMs = 60_000): string {
  return startCookie({ at: Date.now() - agoMs, ...app }).split(";")[0] ?? "";
}
