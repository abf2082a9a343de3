import type { StreetImageKind } from "#lib/shared/street-view.ts";
import type { Box } from "./grid.ts";

/** A street photo as its provider knows it. */
export interface ProviderImage {
  /** The provider's own; it leaves the service only inside an opaque one. */
  id: string;
  kind: StreetImageKind;
  lat: number;
  lng: number;
  /** Degrees clockwise from north, below 360. */
  heading: number | null;
  /** Milliseconds since 1970. */
  capturedAt: number | null;
  width: number | null;
  height: number | null;
  creator: string | null;
  /** From 0 to 1, where the provider judges. */
  quality: number | null;
}

interface CellAnswer {
  images: ProviderImage[];
  /** As many as one answer holds: there may be more. */
  isFull: boolean;
}

/** Where a photo's bytes are at this moment; the addresses expire. */
export interface MediaPlace {
  kind: StreetImageKind;
  /** Best first. */
  addresses: string[];
}

/** Whom a photo is credited to, beside its creator. */
export interface Credit {
  sourceName: string;
  sourceUrl: string;
  licenseName: string;
  licenseUrl: string;
}

/**
 * Who has street photos. Each method makes one HTTP request, and neither retries nor outlives its signal: how often is
 * asked, and for how long, is the caller's business.
 * @throws ProviderFailure from all of them
 */
export interface StreetImageryProvider {
  readonly name: "primary";
  readonly credit: Credit;
  searchCell(box: Box, kind: StreetImageKind, signal: AbortSignal): Promise<CellAnswer>;
  getImage(id: string, signal: AbortSignal): Promise<ProviderImage>;
  getMedia(id: string, signal: AbortSignal): Promise<MediaPlace>;
}
