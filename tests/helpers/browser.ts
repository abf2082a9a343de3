interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

/** One answer in a chain of redirects. */
export interface Hop {
  url: string;
  status: number;
  headers: Headers;
  body: string;
}

const MOST_HOPS = 20;

/** The parts of a browser that a sign-in needs: a cookie jar by host and path, and following redirects. */
export class Browser {
  #cookies: Cookie[] = [];
  readonly #headers: () => Record<string, string>;

  /** @param headers - added to each request that does not set them itself */
  constructor(headers: () => Record<string, string> = () => ({})) {
    this.#headers = headers;
  }

  /** Returns the `Cookie` header that the browser would send to `url`. */
  cookieHeader(url: string): string {
    const { hostname, pathname } = new URL(url);
    const sent = this.#cookies.filter((cookie) => cookie.host === hostname && isUnder(pathname, cookie.path));
    return sent.map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  /** Sends one request and does not follow redirects. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined));
    for (const [name, value] of Object.entries(this.#headers()))
      if (!headers.has(name)) headers.set(name, value);
    const cookies = this.cookieHeader(url);
    if (cookies !== "") headers.set("cookie", cookies);
    const response = await fetch(input, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line, new URL(url));
    return response;
  };

  /** Follows redirects over HTTP while they lead to one of `hosts` (with ports); the last hop can point elsewhere. */
  async follow(start: string, hosts: readonly string[], init: RequestInit = {}): Promise<Hop[]> {
    const hops: Hop[] = [];
    let next: string | undefined = start;
    while (next !== undefined && hops.length < MOST_HOPS) {
      const url: string = next;
      const response = await this.fetch(url, hops.length === 0 ? init : {});
      hops.push({ url, status: response.status, headers: response.headers, body: await response.text() });
      next = redirectOf(response, url, hosts);
    }
    return hops;
  }

  #keep(line: string, url: URL): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const equals = pair.indexOf("=");
    const given = new Map(attributes.map((attribute) => splitAt(attribute, "=")));
    const cookie = {
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      host: url.hostname,
      path: given.get("path") || "/",
    };
    const others = this.#cookies.filter(
      ({ name, host, path }) => name !== cookie.name || host !== cookie.host || path !== cookie.path,
    );
    const maxAge = given.get("max-age");
    const expires = given.get("expires");
    const isGone =
      maxAge === undefined ? expires !== undefined && Date.parse(expires) <= Date.now() : Number(maxAge) <= 0;
    this.#cookies = isGone ? others : [...others, cookie];
  }
}

/** Returns where the last hop leads, for addresses that the test does not open: `app://…` or another site's page. */
export function landingUrl(hops: readonly Hop[]): string {
  const last = hops.at(-1);
  return last?.headers.get("location") ?? last?.url ?? "";
}

function redirectOf(response: Response, url: string, hosts: readonly string[]): string | undefined {
  const location = response.headers.get("location");
  if (response.status < 300 || response.status >= 400 || location === null) return undefined;
  const target = new URL(location, url);
  return /^https?:$/.test(target.protocol) && hosts.includes(target.host) ? target.href : undefined;
}

function isUnder(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function splitAt(text: string, separator: string): [string, string] {
  const [name = "", ...rest] = text.split(separator);
  return [name.toLowerCase(), rest.join(separator)];
}
