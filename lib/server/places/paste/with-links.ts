import { isMapHost } from "#lib/shared/map-links/read-map-link.ts";
import type { PastedText } from "#lib/shared/pasted-text.ts";
import { shortLink } from "../../open-services/followed-links.ts";

/**
 * Returns the text of a copied page with its map links written behind the text that they belong to. Each link is
 * searched from the one before on, and is written at the first occurrence of its text. Other links of the page contain
 * no places.
 */
export function withLinks(text: string, links: NonNullable<PastedText["links"]>): string {
  let made = "";
  let from = 0;
  for (const { text: words, href } of links) {
    const at = text.indexOf(words, from);
    if (at === -1 || words.includes(href) || !isOfPlace(href)) continue;
    const end = at + words.length;
    made += `${text.slice(from, end)} ${href} `;
    from = end;
  }
  return made + text.slice(from);
}

function isOfPlace(href: string): boolean {
  if (!URL.canParse(href) || /\s/.test(href)) return false;
  return shortLink(href) !== null || isMapHost(new URL(href).hostname);
}
