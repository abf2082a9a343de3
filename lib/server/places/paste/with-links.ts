import { isMapHost } from "#lib/shared/map-links/read-map-link.ts";
import type { PastedText } from "#lib/shared/pasted-text.ts";
import { shortLink } from "../../open-services/followed-links.ts";

/**
 * The text of a copied page with the map links that its words carry written behind them, each at the first place that its
 * words stand at from the one before on. Other links of a page say nothing of where.
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
