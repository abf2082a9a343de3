import { env } from "#lib/server/env/env.ts";
import { isTrustedOrigin } from "#lib/server/http/cors.ts";

/**
 * Makes the target of a redirect safe. better-auth checks the target before it resolves dots, and the resolved path may
 * name another host.
 */
export function withSafeLocation(response: Response): Response {
  const location = response.headers.get("location");
  if (response.status < 300 || response.status >= 400 || location === null) return response;
  if (!isTrustedPlace(location)) response.headers.set("location", `${env().BASE_URL}/sign-in`);
  return response;
}

function isTrustedPlace(location: string): boolean {
  const { BASE_URL } = env();
  if (!URL.canParse(location, BASE_URL)) return false;
  const target = new URL(location, BASE_URL);
  return isTrustedOrigin(/^https?:$/.test(target.protocol) ? target.origin : target.href);
}

/** Returns the answer when the link of a change of address was opened after somebody else had taken that address. */
export function emailTakenRedirect(): Response {
  const location = `${env().BASE_URL}/sign-in?error=EMAIL_ALREADY_IN_USE`;
  return new Response(null, { status: 302, headers: { location } });
}
