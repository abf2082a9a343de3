import { env } from "../../env.ts";
import { FOLLOWED_LINKS } from "../../open-services/followed-links.ts";
import { OpenServiceClient } from "../../open-services/open-service-client.ts";
import { DAY_MS } from "../place-server.ts";
import { type Followed, followLink } from "./follow-link.ts";

const KEPT_MS = 7 * DAY_MS;
/** What leads nowhere may be mended, or its site's links known by then. */
const KEPT_PROBLEM_MS = 60 * 60 * 1000;

/** One for each host, so that one which is away does not keep the others from being asked. */
const clients = new Map<string, OpenServiceClient>();

/**
 * What a short link stands for, asked once for everybody and kept. It says nothing of who asks.
 * @param follow a test's own has sites to ask
 */
export async function whereItLeads(
  link: URL,
  follow: typeof followLink = followLink,
): Promise<Followed | { problem: "off" | "no_answer" }> {
  if (env().FOLLOW_MAP_LINKS === "off") return { problem: "off" };
  const answer = await linkClient(link.hostname).ask<Followed>({
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
