import type { Locale } from "#lib/server/auth/locale.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";

export interface PlaceQuery {
  /** As it was typed, trimmed. */
  text: string;
  /** Places near here come first. */
  near: Point | null;
  limit: number;
  /** Of the names, where the provider has them in several languages. */
  locale: Locale;
  /** Who asks, a person or their agent: of one's own searches only the newest still matters. */
  asker: string;
}

/** Who answers searches for places. */
export interface PlaceProvider {
  /** Whether it looks for such a text at all; absent: it need not be asked. */
  takes?(text: string): boolean;
  /** Best first; null where another one has to answer. */
  search(query: PlaceQuery): Promise<PlaceDto[] | null>;
}
