import type { AuthContext } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { env } from "#lib/server/env.ts";
import { log } from "#lib/server/http/log.ts";
import { PRIMARY } from "./primary.ts";

type Providers = Pick<AuthContext, "socialProviders">;

/**
 * OpenID Connect Discovery 4.3: a provider's description must name the configured issuer. better-auth would take
 * whichever it names, and so tokens of a provider that nobody configured. @returns whether the provider went
 */
export function dropForeignIssuer({ socialProviders }: Providers): boolean {
  const configured = env().PRIMARY_OAUTH_ISSUER;
  const index = socialProviders.findIndex(
    ({ id, issuer }) => id === PRIMARY && isForeign(issuer, configured),
  );
  if (index === -1) return false;
  const named = socialProviders[index]?.issuer;
  const message = `auth: the provider's description names another issuer than PRIMARY_OAUTH_ISSUER; nobody can sign in by it`;
  log().error({ configured, named }, message);
  socialProviders.splice(index, 1);
  return true;
}

/** Without discovery there is no issuer, and no token is looked at. The environment's addresses have no slash at the end. */
function isForeign(issuer: string | undefined, configured: string): boolean {
  return issuer !== undefined && issuer.replace(/\/$/, "") !== configured;
}

/** For descriptions that were read only when somebody wanted to sign in; `again` has them asked for the next time. */
export function refuseForeignIssuer(again: (context: AuthContext) => void) {
  return {
    matcher: ({ path }: { path?: string }) => path === "/sign-in/social" || path === "/callback/:id",
    handler: createAuthMiddleware((request) => {
      if (dropForeignIssuer(request.context)) again(request.context);
      return Promise.resolve();
    }),
  };
}
