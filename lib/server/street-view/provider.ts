import type { StreetImageKind } from "#lib/shared/street-view.ts";
import type { Box } from "./grid.ts";

/** A street photo in the provider's data. */
export interface ProviderImage {
  /** The provider's id. Outside the service only an encrypted form of it is used. */
  id: string;
  kind: StreetImageKind;
  lat: number;
  lng: number;
  /** The direction of view in degrees clockwise from north, below 360. */
  heading: number | null;
  /** When the photo was taken, in milliseconds since 1970. */
  capturedAt: number | null;
  width: number | null;
  height: number | null;
  creator: string | null;
  /** The provider's rating from 0 to 1; null: it has none. */
  quality: number | null;
}

interface CellAnswer {
  images: ProviderImage[];
  /** Whether the answer has the maximum number of photos, so that there may be more. */
  isFull: boolean;
}

/** The present URLs of a photo; they expire. */
export interface MediaUrls {
  kind: StreetImageKind;
  /** The URLs, best size first. */
  addresses: string[];
}

/** The credit of a photo beside its creator. */
export interface Credit {
  sourceName: string;
  sourceUrl: string;
  licenseName: string;
  licenseUrl: string;
}

/**
 * A provider of street photos. Each method sends one HTTP request and never retries; it ends when its signal aborts.
 * The caller decides how often and how long requests are sent.
 * @throws ProviderFailure from all methods
 */
export interface StreetImageryProvider {
  readonly name: "primary";
  readonly credit: Credit;
  searchCell(box: Box, kind: StreetImageKind, signal: AbortSignal): Promise<CellAnswer>;
  getImage(id: string, signal: AbortSignal): Promise<ProviderImage>;
  getMedia(id: string, signal: AbortSignal): Promise<MediaUrls>;
}
