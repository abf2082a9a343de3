import type { Locale } from "#lib/server/auth/locale.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";

export interface PlaceQuery {
  /** The text as it was typed, without spaces at its ends. */
  text: string;
  /** The point near which places come first. */
  near: Point | null;
  limit: number;
  /** The language of names, when the provider has several. */
  locale: Locale;
  /** The user who searches, or their agent for one place. Only the newest search of an `asker` continues. */
  asker: string;
  /**
   * Is called when the map search was requested and did not answer, so that the results are from the embedded gazetteer
   * alone.
   */
  onNoAnswer?: (() => void) | undefined;
}

/** A source of places for searches. */
export interface PlaceProvider {
  /** Whether the source searches for such a text at all; absent: it searches for every text. */
  takes?(text: string): boolean;
  /** Returns the results, best first; null when another source has to answer. */
  search(query: PlaceQuery): Promise<PlaceDto[] | null>;
}
