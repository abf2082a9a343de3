import type { AroundCategory } from "#lib/shared/around-categories.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlaceCategory } from "#lib/shared/place-categories.ts";
import type { PlaceFacts } from "#lib/shared/place-about.ts";

/** A place on the map that is not in the plan. */
export interface MapPlace extends Point {
  /** The name of the place; null if it has none. */
  name: string | null;
  /** The place's name in the local language if it differs. */
  localName?: string | undefined;
  category?: PlaceCategory | undefined;
  /** The category of the search that has found the place. */
  sort?: AroundCategory | undefined;
  /** The place's reference in the place search; absent if the place was not searched yet. */
  placeRef?: string | undefined;
  /** Facts such as opening hours; absent if they are not loaded yet. */
  facts?: PlaceFacts | undefined;
  /** The place's time zone, if it is known. */
  timezone?: string | undefined;
}
