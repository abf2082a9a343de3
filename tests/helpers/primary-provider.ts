import { startOpenIdProvider } from "#tests/doubles/openid-provider.ts";
import { ORIGIN } from "./auth-api.ts";

/** Starts a double of the provider that this process's service uses as its primary one. */
export async function startPrimaryProvider() {
  const client = { clientId: "primary", clientSecret: "secret-of-the-client" };
  const provider = await startOpenIdProvider({
    ...client,
    redirectUri: `${ORIGIN}/api/auth/callback/idp-primary`,
  });
  Object.assign(process.env, {
    PRIMARY_OAUTH_CLIENT_ID: client.clientId,
    PRIMARY_OAUTH_CLIENT_SECRET: client.clientSecret,
    PRIMARY_OAUTH_ISSUER: provider.issuer,
  });
  return provider;
}
