import { env } from "#lib/server/env.ts";

export type ProviderId = "idp-primary" | "idp-qr";

export interface SignInMethods {
  /** The identity providers that are configured, with the names on their buttons. */
  providers: { id: ProviderId; name: string }[];
  /** What the pages need to show the captcha; null when it is off, or nobody gave its public key. */
  captcha: { siteKey: string; scriptUrl: string } | null;
}

/** What the sign-in pages offer beside email; nothing of it is secret. */
export function signInMethods(): SignInMethods {
  const config = env();
  const providers: SignInMethods["providers"] = [];
  if (config.PRIMARY_OAUTH_CLIENT_ID) providers.push({ id: "idp-primary", name: config.PRIMARY_OAUTH_NAME });
  if (config.WEB_QR_APP_ID) providers.push({ id: "idp-qr", name: config.WEB_QR_NAME });
  const { CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SCRIPT_URL: scriptUrl } = config;
  return { providers, captcha: CAPTCHA_PROVIDER && siteKey ? { siteKey, scriptUrl } : null };
}
