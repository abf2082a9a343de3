"use client";

import { useRef, useState } from "react";
import type { Point } from "#lib/shared/legs.ts";
import type { SeenPlace } from "../_around/seen-place.ts";
import type { MapPin } from "../_map/map-model.ts";

/** A spot of the map, and what stands beside it: the form of a new stop, or a card of what is there. */
export interface Pinned extends MapPin {
  shows: "form" | "spot" | SeenPlace;
}

/** The spot of the map that somebody looks at, or adds a stop at; null: there is none. */
export function usePin() {
  const anchor = useRef<HTMLElement>(null);
  const [pin, setPin] = useState<Pinned | null>(null);
  return {
    pin,
    open: (point: Point) => setPin({ point, anchor, shows: "form" }),
    /** `place`: what is there; null: nothing that has a name. */
    look: (point: Point, place: SeenPlace | null) => setPin({ point, anchor, shows: place ?? "spot" }),
    close: () => setPin(null),
    /** Something else may be written about by now. */
    reopen: (point: Point) => setPin((now) => now ?? { point, anchor, shows: "form" }),
  };
}
