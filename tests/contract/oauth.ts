import { landingUrl, type Hop } from "#tests/helpers/browser.ts";
import { openId, qr } from "./doubles.ts";
import { type Answer, type BrowserClient, textAt } from "./http-client.ts";
import { expectOk } from "./people.ts";
import { recordText } from "./recorded-texts.ts";

export type Provider = "idp-primary" | "idp-qr";

export interface Visit {
  hops: Hop[];
  /** The address at which the person arrives. */
  landing: string;
  callback: Hop | undefined;
}

/** Goes from the sign-in button through the provider to the address to which the service sends the person. */
export async function signInWith(
  provider: Provider,
  browser: BrowserClient,
  options: { callbackURL?: string; errorCallbackURL?: string } = {},
): Promise<Visit> {
  const started = await startSignIn(provider, browser, options);
  return visit(browser, textAt(started, "url"));
}

export async function startSignIn(
  provider: Provider,
  browser: BrowserClient,
  options: { callbackURL?: string; errorCallbackURL?: string } = {},
): Promise<Answer> {
  return expectOk(await browser.post("/api/auth/sign-in/social", { provider, ...options }));
}

/** Opens an address in the browser and follows redirects while the service or a provider answers. */
export async function visit(browser: BrowserClient, url: string): Promise<Visit> {
  const hosts = await Promise.all([openId.url(), qr.url()]);
  const known = [browser.url, ...hosts].map((each) => new URL(each).host);
  const hops = await browser.jar.follow(url, known);
  for (const hop of hops) {
    recordText("url", hop.headers.get("location"));
    for (const line of hop.headers.getSetCookie()) {
      const token = /session_token=([^;]+)/.exec(line)?.[1];
      if (token) recordText("session token", decodeURIComponent(token).split(".")[0]);
    }
  }
  const callback = hops.find((hop) => new URL(hop.url).pathname.startsWith("/api/auth/callback/"));
  return { hops, landing: landingUrl(hops), callback };
}
