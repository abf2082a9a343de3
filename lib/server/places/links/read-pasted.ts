import type { LinkProblem } from "#lib/shared/link-problems.ts";
import { isMapHost } from "#lib/shared/map-links/read-map-link.ts";
import { linkIn, type PastedPlace, readPastedPlace } from "#lib/shared/pasted-place.ts";
import { shortLink } from "../../open-services/followed-links.ts";
import type { followLink } from "./follow-link.ts";
import { whereItLeads } from "./where-it-leads.ts";

export interface ReadPaste {
  /** What can be said of it; null: it was typed to search for. */
  pasted: PastedPlace | null;
  /** Why its link says nothing. */
  problem?: LinkProblem | undefined;
}

const WITHOUT_SCHEME = /^[\w-]+(?:\.[\w-]+)+\/\S+$/;

/** Some apps share their links without it; what has the form of one is a link only to a host that is known. */
function withScheme(text: string): string {
  const link = `https://${text.trim()}`;
  if (!WITHOUT_SCHEME.test(text.trim()) || !URL.canParse(link)) return text;
  return shortLink(link) || isMapHost(new URL(link).hostname) ? link : text;
}

/** What was pasted; a short link is followed where the text itself does not say where. */
export async function readPasted(typed: string, follow?: typeof followLink): Promise<ReadPaste> {
  const text = withScheme(typed);
  const link = linkIn(text);
  const short = link !== null && isUnread(readPastedPlace(link)) ? shortLink(link) : null;
  if (link === null || !short) return read(text, link);
  const found = await whereItLeads(short, follow);
  if ("problem" in found) return { pasted: readPastedPlace(text), problem: found.problem };
  // A function: the address may hold signs that a replacement's text gives a meaning.
  return read(
    text.replace(link, () => found.leadsTo),
    found.leadsTo,
  );
}

function read(text: string, link: string | null): ReadPaste {
  const pasted = readPastedPlace(text);
  return { pasted, problem: link === null ? undefined : problemOf(link) };
}

function isUnread(place: PastedPlace | null): boolean {
  return place?.kind === "nowhere" && !place.unreadable;
}

function problemOf(link: string): LinkProblem | undefined {
  const place = readPastedPlace(link);
  if (place?.kind !== "nowhere") return undefined;
  if (place.unreadable) return place.unreadable;
  return URL.canParse(link) && isMapHost(new URL(link).hostname) ? "nothing" : "unknown_site";
}
