import { authApi, ORIGIN, type Answer } from "./auth-api.ts";
import { Browser, landing } from "./browser.ts";

const AUTH = `${ORIGIN}/api/auth`;

export interface Walk {
  /** The answer to the provider's redirect back. */
  callback: Answer;
  /** Where it leads. */
  location: URL;
  /** `name=value; …` of the cookies that it set. */
  cookie: string;
}

/** Signs in at a provider as a browser does: to its page, and back with its answer. */
export async function walkThroughProvider(
  provider: { id: string; url: string },
  body: Record<string, unknown> = {},
): Promise<Walk> {
  const start = await authApi().post(
    "/sign-in/social",
    { provider: provider.id, ...body },
    { origin: ORIGIN },
  );
  const { url } = start.body as { url: string };
  return comeBack(url, provider.url, cookiesOf(start.headers));
}

/** From the provider's page to our callback, with the cookies of whoever started. */
export async function comeBack(page: string, providerUrl: string, cookie: string): Promise<Walk> {
  const hops = await new Browser().follow(page, [new URL(providerUrl).host]);
  const back = landing(hops);
  const callback = await authApi().get(back.slice(AUTH.length), { cookie });
  const location = new URL(callback.headers.get("location") ?? "about:blank", ORIGIN);
  return { callback, location, cookie: cookiesOf(callback.headers) };
}

/** What a browser would keep. */
export function cookiesOf(headers: Headers): string {
  const pairs = headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return pairs.filter((pair) => !pair.endsWith("=")).join("; ");
}
