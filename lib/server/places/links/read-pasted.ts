import type { LinkProblem } from "#lib/shared/link-problems.ts";
import { isMapHost } from "#lib/shared/map-links/read-map-link.ts";
import { linkIn, type PastedPlace, readPastedPlace } from "#lib/shared/pasted-place.ts";
import { shortLink } from "../../open-services/followed-links.ts";
import type { followLink } from "./follow-link.ts";
import { resolveShortLink } from "./resolve-short-link.ts";

export interface PasteResult {
  /** The place or name in the pasted text; null: the text was typed as a search. */
  pasted: PastedPlace | null;
  /** The reason why the link contains no place. */
  problem?: LinkProblem | undefined;
}

const WITHOUT_SCHEME = /^[\w-]+(?:\.[\w-]+)+\/\S+$/;

/**
 * Adds `https://` to a link without a scheme, as some apps share it. A text in the form of a link is one only when its
 * host is known.
 */
function withScheme(text: string): string {
  const link = `https://${text.trim()}`;
  if (!WITHOUT_SCHEME.test(text.trim()) || !URL.canParse(link)) return text;
  return shortLink(link) || isMapHost(new URL(link).hostname) ? link : text;
}

/** Reads a pasted text. A short link is followed when the text itself does not contain the place. */
export async function readPastedText(typed: string, follow?: typeof followLink): Promise<PasteResult> {
  const text = withScheme(typed);
  const link = linkIn(text);
  const short = link !== null && isUnread(readPastedPlace(link)) ? shortLink(link) : null;
  if (link === null || !short) return read(text, link);
  const found = await resolveShortLink(short, follow);
  if ("problem" in found) return { pasted: readPastedPlace(text), problem: found.problem };
  // A function is needed, because the URL may contain characters such as `$&` that have a meaning in a replacement
  // text.
  return read(
    text.replace(link, () => found.leadsTo),
    found.leadsTo,
  );
}

function read(text: string, link: string | null): PasteResult {
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
