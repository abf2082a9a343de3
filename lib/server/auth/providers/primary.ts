import type { GenericOAuthConfig } from "better-auth/plugins/generic-oauth";
import * as z from "zod";
import type { Env } from "#lib/server/env/env.ts";
import { providerProfile, type ProviderProfile } from "./profile.ts";

export const PRIMARY_PROVIDER_ID = "idp-primary";

const Claims = z.object({
  sub: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(255)),
  name: z.unknown().optional(),
  email: z.unknown().optional(),
  email_verified: z.unknown().optional(),
  picture: z.unknown().optional(),
});

/** Returns the configuration of the OpenID Connect provider, or null without its credentials. */
export function primaryConfig(config: Env): GenericOAuthConfig | null {
  const { PRIMARY_OAUTH_CLIENT_ID: clientId, PRIMARY_OAUTH_CLIENT_SECRET: clientSecret } = config;
  if (!clientId || !clientSecret) return null;
  return {
    providerId: PRIMARY_PROVIDER_ID,
    clientId,
    clientSecret,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    ...endpoints(config),
    accountSubject: ({ profile }) => primaryProfile(profile).subject,
  };
}

function endpoints(config: Env): Partial<GenericOAuthConfig> {
  const { PRIMARY_OAUTH_AUTHORIZATION_URL: authorizationUrl, PRIMARY_OAUTH_TOKEN_URL: tokenUrl } = config;
  if (authorizationUrl && tokenUrl) {
    // Without discovery there are no keys, so the profile comes from the userinfo endpoint.
    return { authorizationUrl, tokenUrl, userInfoUrl: config.PRIMARY_OAUTH_USERINFO_URL };
  }
  return {
    discoveryUrl: `${config.PRIMARY_OAUTH_ISSUER}/.well-known/openid-configuration`,
    // The plugin verifies signature, issuer, audience and nonce.
    requireIdTokenVerification: true,
  };
}

/** Returns the profile of the provider's user. @throws ZodError for a profile without a subject */
export function primaryProfile(profile: unknown): ProviderProfile {
  const { sub, name, email, email_verified: isVerified, picture } = Claims.parse(profile);
  return providerProfile({
    subject: sub,
    name,
    email,
    // Some providers send `email_verified` as text.
    isEmailVerified: isVerified === true || isVerified === "true",
    picture,
  });
}
