import type { Point } from "#lib/shared/legs.ts";
import type { PlaceDto } from "#lib/shared/places.ts";
import type { Locale } from "#lib/server/auth/locale.ts";

export interface PlaceQuery {
  /** As it was typed, trimmed. */
  text: string;
  /** Places near here come first. */
  near: Point | null;
  limit: number;
  /** Of the names, where the provider has them in several languages. */
  locale: Locale;
}

/** Who answers searches for places. */
export interface PlaceProvider {
  /** Best first. @throws Error when it can't answer */
  search(query: PlaceQuery, signal: AbortSignal): Promise<PlaceDto[]>;
}
