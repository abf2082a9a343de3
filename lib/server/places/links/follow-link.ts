import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, type buildConnector, type Dispatcher, request } from "undici";
import { readPastedPlace } from "#lib/shared/pasted-place.ts";
import { unwrapLink } from "#lib/shared/map-links/read-map-link.ts";
import { lookUpPublicOnly } from "../../http/public-lookup.ts";
import { toHttps, FOLLOWED_LINKS, isLinkTarget } from "../../open-services/followed-links.ts";
import { userAgent } from "../../open-services/user-agent.ts";
import { placeOfPage } from "./place-of-page.ts";

const MOST_REDIRECTS = 4;

/** The result of following a short link: a URL that contains the place, or the reason why there is none. */
export type FollowedLink = { leadsTo: string } | { problem: "nothing" | "unknown_site" };

interface Options {
  /** Aborts the whole chain of requests. */
  signal: AbortSignal;
  /** Resolves host names; a test passes its own. */
  lookup?: LookupFunction;
  /** How connections are made; a test connects to its own servers. */
  connect?: buildConnector.BuildOptions | buildConnector.connector;
}

/**
 * Follows a short link until a URL contains the place; that URL is not requested. Each URL is checked like the first.
 * Cookies are neither stored nor sent, and the connections close at the end of the chain.
 * @throws Error when a site does not answer
 */
export async function followLink(
  link: URL,
  { signal, lookup = systemLookup, connect = { lookup: lookUpPublicOnly(lookup) } }: Options,
): Promise<FollowedLink> {
  const agent = new Agent({ connect, pipelining: 0 });
  try {
    return await follow(link, agent, signal);
  } finally {
    await agent.destroy();
  }
}

async function follow(link: URL, dispatcher: Agent, signal: AbortSignal): Promise<FollowedLink> {
  let [url, best] = [link, null as string | null];
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (!isLinkTarget(url)) return best === null ? { problem: "unknown_site" } : { leadsTo: best };
    const said = whatIsSaid(url);
    if (said === "all") return { leadsTo: url.href };
    if (said === "roughly") best = url.href;
    const next = await ask(url, dispatcher, signal).catch((error: unknown) => {
      if (best === null) throw error;
      return null;
    });
    if (next === null) break;
    url = toHttps(unwrapLink(next));
  }
  return best === null ? { problem: "nothing" } : { leadsTo: best };
}

/** Returns how much of the place a URL contains. When it contains only the centre of a map, the page may have more. */
function whatIsSaid({ href }: URL): "all" | "roughly" | "nothing" {
  const place = readPastedPlace(href);
  if (place?.kind === "point" && place.isView && place.ref === null) return "roughly";
  return place === null || (place.kind === "nowhere" && !place.unreadable) ? "nothing" : "all";
}

/**
 * Requests a URL. Returns the target of its redirect, or a URL with the place that its page contains; null when the
 * page contains none.
 */
async function ask(url: URL, dispatcher: Dispatcher, signal: AbortSignal): Promise<URL | null> {
  const headers = { accept: "text/html", "user-agent": userAgent() };
  const { statusCode, headers: told, body } = await request(url, { dispatcher, headers, signal });
  // The agent is destroyed right after this, which ends bodies that nobody has read; their errors are ignored.
  body.on("error", () => undefined);
  const { location } = told;
  if (statusCode >= 300 && statusCode < 400) {
    return typeof location === "string" && URL.canParse(location, url) ? new URL(location, url) : null;
  }
  if (statusCode === 429 || statusCode >= 500) throw new Error(`It answered ${statusCode}.`);
  if (statusCode !== 200 || !/^text\/html\b/i.test(String(told["content-type"]))) return null;
  return placeOfPage(await beginningOf(body), url);
}

/** Reads the beginning of a page, because the place is in its head. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= FOLLOWED_LINKS.longestAnswer) break;
  }
  return Buffer.concat(chunks, size).toString("utf8", 0, FOLLOWED_LINKS.longestAnswer);
}
