import { env } from "#lib/server/env/env.ts";
import { createSessionTokens } from "#lib/server/access/session-token.ts";

/**
 * Returns the cookie that a browser of the service at `url` holds for a session. This process must have the service's
 * environment.
 */
export function sessionCookie(token: string, url: string): { name: string; value: string; url: string } {
  const [pair = ""] = createSessionTokens(env().BETTER_AUTH_SECRET, url).cookie(token).split(";");
  const equals = pair.indexOf("=");
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1), url };
}
