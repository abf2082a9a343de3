import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { ProviderImage } from "./provider.ts";

export interface RankedImage extends ProviderImage {
  /** The distance from the centre of the search in whole metres. */
  distanceMeters: number;
}

/**
 * Returns the photos within the circle: the nearest first; photos at the same distance by newest, then by quality, then
 * by id. The order does not depend on the order of the input.
 */
export function rankImages(
  images: Iterable<ProviderImage>,
  center: Point,
  radiusMeters: number,
): RankedImage[] {
  const inside: RankedImage[] = [];
  for (const image of images) {
    const distance = distanceMeters(center, image);
    if (distance <= radiusMeters) inside.push({ ...image, distanceMeters: Math.round(distance) });
  }
  return inside.toSorted(byRank);
}

function byRank(a: RankedImage, b: RankedImage): number {
  return (
    a.distanceMeters - b.distanceMeters ||
    descending(a.capturedAt, b.capturedAt) ||
    descending(a.quality, b.quality) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}

/** Compares in descending order; unknown values come last. */
function descending(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return b - a;
}
