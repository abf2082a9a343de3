import { streetViewApi } from "#lib/shared/api/street-view.ts";
import type { StreetImageDto } from "#lib/shared/street-view.ts";
import { opaqueId } from "./opaque-ids.ts";
import type { StreetImageryProvider } from "./provider.ts";
import type { RankedImage } from "./ranking.ts";

/** Returns a photo in the form for members of one trip. */
export function presentImage(
  tripId: string,
  { name, credit }: StreetImageryProvider,
  image: RankedImage,
): StreetImageDto {
  const id = opaqueId(tripId, name, image.id);
  const { creator } = image;
  return {
    id,
    kind: image.kind,
    lat: image.lat,
    lng: image.lng,
    distanceMeters: image.distanceMeters,
    heading: image.heading,
    capturedAt: image.capturedAt === null ? null : new Date(image.capturedAt).toISOString(),
    width: image.width,
    height: image.height,
    previewUrl: streetViewApi.preview.path.replace("{tripId}", tripId).replace("{imageId}", id),
    attribution: { ...credit, creator, text: attributionText(credit, creator) },
  };
}

/** Returns the credit that the licence requires: source, licence and author. */
export function attributionText(
  { sourceName, licenseName }: StreetImageryProvider["credit"],
  creator: string | null,
): string {
  return [`Photo from ${sourceName}`, licenseName, ...(creator === null ? [] : [`by @${creator}`])].join(
    ", ",
  );
}
