import type { Point } from "#lib/shared/legs.ts";
import { readPastedPlace } from "#lib/shared/pasted-place.ts";

interface LinkedPlace {
  point: Point | null;
  label: string | null;
  ref: string | null;
  /** Whether the point is only the centre of the map that the link shows. */
  isView: boolean;
}

/**
 * Returns the place that a link, or any notation of coordinates, contains; null when it contains none. Nothing is
 * fetched.
 */
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

/** Whether a text is a link to a map, even one that names no place. */
export function isMapLink(text: string): boolean {
  const link = text.trim().slice(0, 4000);
  return MAP_LINK.test(link) || (/^https?:/i.test(link) && placeOfLink(link) !== null);
}
