import { env } from "../../env/env.ts";
import { FOLLOWED_LINKS } from "../../open-services/followed-links.ts";
import { OpenServiceClient } from "../../open-services/open-service-client.ts";
import { DAY_MS } from "../place-server.ts";
import { type FollowedLink, followLink } from "./follow-link.ts";

const KEPT_MS = 7 * DAY_MS;
/** How long a problem is cached: only briefly, because the link or the support of its site may be repaired by then. */
const KEPT_PROBLEM_MS = 60 * 60 * 1000;

/** One client for each host, so that the circuit breaker of one host does not stop requests to the others. */
const clients = new Map<string, OpenServiceClient>();

/**
 * Returns the target of a short link. It is requested once for all users and cached; the request does not contain who
 * sent it.
 * @param follow a test passes its own, which calls the test's servers
 */
export async function resolveShortLink(
  link: URL,
  follow: typeof followLink = followLink,
): Promise<FollowedLink | { problem: "off" | "no_answer" }> {
  if (env().FOLLOW_MAP_LINKS === "off") return { problem: "off" };
  const answer = await linkClient(link.hostname).ask<FollowedLink>({
    url: link.href,
    find: (signal) => follow(link, { signal }),
    keptMs: (found) => ("leadsTo" in found ? KEPT_MS : KEPT_PROBLEM_MS),
  });
  return answer?.says ?? { problem: "no_answer" };
}

export function linkClient(host: string): OpenServiceClient {
  const known = clients.get(host);
  if (known) return known;
  const made = new OpenServiceClient({ ...FOLLOWED_LINKS, name: `links of ${host}` });
  clients.set(host, made);
  return made;
}
