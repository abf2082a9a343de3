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
  /** Who asks, a person or their agent for one place: of one's own searches only the newest still matters. */
  asker: string;
  /** Called where the map search is asked and says nothing: what comes is from the embedded list alone. */
  onNoAnswer?: (() => void) | undefined;
}

/** Who answers searches for places. */
export interface PlaceProvider {
  /** Whether it looks for such a text at all; absent: it need not be asked. */
  takes?(text: string): boolean;
  /** Best first; null where another one has to answer. */
  search(query: PlaceQuery): Promise<PlaceDto[] | null>;
}
