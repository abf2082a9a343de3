import type { AuthContext } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { env } from "#lib/server/env/env.ts";
import { log } from "#lib/server/http/log.ts";
import { PRIMARY_PROVIDER_ID } from "./primary.ts";

type Providers = Pick<AuthContext, "socialProviders">;

/**
 * Removes the provider if its discovery document does not name the configured issuer (OpenID Connect Discovery 4.3).
 * better-auth would accept any issuer, and so tokens of a provider that nobody configured.
 * @returns whether the provider was removed
 */
export function dropForeignIssuer({ socialProviders }: Providers): boolean {
  const configured = env().PRIMARY_OAUTH_ISSUER;
  const index = socialProviders.findIndex(
    ({ id, issuer }) => id === PRIMARY_PROVIDER_ID && isForeign(issuer, configured),
  );
  if (index === -1) return false;
  const named = socialProviders[index]?.issuer;
  const message = `auth: the provider's description names another issuer than PRIMARY_OAUTH_ISSUER; nobody can sign in by it`;
  log().error({ configured, named }, message);
  socialProviders.splice(index, 1);
  return true;
}

/**
 * Whether the issuer is not the configured one. Without discovery there is no issuer, and no token is read. The
 * variables of the environment have no slash at the end.
 */
function isForeign(issuer: string | undefined, configured: string): boolean {
  return issuer !== undefined && issuer.replace(/\/$/, "") !== configured;
}

/**
 * Checks discovery documents that are read only at a sign-in; `again` makes the plugin request the document again the
 * next time.
 */
export function refuseForeignIssuer(again: (context: AuthContext) => void) {
  return {
    matcher: ({ path }: { path?: string }) => path === "/sign-in/social" || path === "/callback/:id",
    handler: createAuthMiddleware((request) => {
      if (dropForeignIssuer(request.context)) again(request.context);
      return Promise.resolve();
    }),
  };
}
