import { authApi, ORIGIN, type Answer } from "./auth-api.ts";
import { Browser, landingUrl } from "./browser.ts";

const AUTH = `${ORIGIN}/api/auth`;

export interface ProviderReturn {
  /** The service's answer to the provider's redirect back. */
  callback: Answer;
  /** The address that the answer redirects to. */
  location: URL;
  /** The cookies that the answer has set, as `name=value; …`. */
  cookie: string;
}

/**
 * Signs a user in at a provider as a browser does: it opens the provider's page and returns with the provider's answer.
 */
export async function walkThroughProvider(
  provider: { id: string; url: string },
  body: Record<string, unknown> = {},
): Promise<ProviderReturn> {
  const start = await authApi().post(
    "/sign-in/social",
    { provider: provider.id, ...body },
    { origin: ORIGIN },
  );
  const { url } = start.body as { url: string };
  return returnFromProvider(url, provider.url, cookiesOf(start.headers));
}

/** Goes from the provider's page back to our callback, with the cookies of the browser that started. */
export async function returnFromProvider(
  page: string,
  providerUrl: string,
  cookie: string,
): Promise<ProviderReturn> {
  const hops = await new Browser().follow(page, [new URL(providerUrl).host]);
  const back = landingUrl(hops);
  const callback = await authApi().get(back.slice(AUTH.length), { cookie });
  const location = new URL(callback.headers.get("location") ?? "about:blank", ORIGIN);
  return { callback, location, cookie: cookiesOf(callback.headers) };
}

/** Returns the cookies that a browser would store from these headers. */
export function cookiesOf(headers: Headers): string {
  const pairs = headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return pairs.filter((pair) => !pair.endsWith("=")).join("; ");
}
