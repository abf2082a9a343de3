import type { AroundCategory } from "#lib/shared/around-categories.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { PlaceCategory } from "#lib/shared/place-categories.ts";
import type { PlaceFacts } from "#lib/shared/place-about.ts";

/** A place that is looked at on the map, and is not in the plan. */
export interface SeenPlace extends Point {
  /** null: nobody named it. */
  name: string | null;
  /** As it is called there, where that is another name. */
  localName?: string | undefined;
  category?: PlaceCategory | undefined;
  /** What one looks for when one finds it. */
  sort?: AroundCategory | undefined;
  /** Absent: nobody has looked for it yet. */
  placeRef?: string | undefined;
  /** Absent: not known yet. */
  facts?: PlaceFacts | undefined;
  /** Of the clocks there, as far as it is known. */
  timezone?: string | undefined;
}
