import { env } from "#lib/server/env/env.ts";

export type ProviderId = "idp-primary" | "idp-qr";

export interface SignInMethods {
  /** The configured identity providers, with the names on their buttons. */
  providers: { id: ProviderId; name: string }[];
  /** The data with which pages show the captcha; null when it is off, or its public key is not set. */
  captcha: { siteKey: string; scriptUrl: string } | null;
}

/** Returns the ways to sign in beside email, for the sign-in pages; none of the data is secret. */
export function signInMethods(): SignInMethods {
  const config = env();
  const providers: SignInMethods["providers"] = [];
  if (config.PRIMARY_OAUTH_CLIENT_ID) providers.push({ id: "idp-primary", name: config.PRIMARY_OAUTH_NAME });
  if (config.WEB_QR_APP_ID) providers.push({ id: "idp-qr", name: config.WEB_QR_NAME });
  const { CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SCRIPT_URL: scriptUrl } = config;
  return { providers, captcha: CAPTCHA_PROVIDER && siteKey ? { siteKey, scriptUrl } : null };
}
