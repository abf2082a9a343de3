import type { Point } from "#lib/shared/legs.ts";
import { readPastedPlace } from "#lib/shared/pasted-place.ts";

interface LinkedPlace {
  point: Point | null;
  label: string | null;
  ref: string | null;
  /** Only the middle of the map that it shows. */
  isView: boolean;
}

/** What a link, or any spelling of a point, says of a place; null for what says nothing. Nothing is fetched. */
export function placeOfLink(text: string): LinkedPlace | null {
  const found = text.length > 4000 ? null : readPastedPlace(text);
  if (found?.kind === "point") {
    const { point, label, ref, isView } = found;
    return { point, label, ref, isView };
  }
  return found?.kind === "name" ? { point: null, label: found.name, ref: null, isView: false } : null;
}

const MAP_LINK =
  /^https?:\/\/(?:(?:www\.|maps\.)?google\.[a-z.]{2,6}\/(?:maps|\?)|maps\.google\.[a-z.]{2,6}\/|goo\.gl\/maps\/|maps\.app\.goo\.gl\/|maps\.apple\.com\/)/i;

/** Whether this is a link to a map, whatever it says. */
export function isMapLink(text: string): boolean {
  const link = text.trim().slice(0, 4000);
  return MAP_LINK.test(link) || (/^https?:/i.test(link) && placeOfLink(link) !== null);
}
