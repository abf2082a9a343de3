"use client";

import { useRef, useState } from "react";
import type { Point } from "#lib/shared/legs.ts";
import type { MapPlace } from "../../_model/places/seen-place.ts";
import type { MapPin } from "./map-model.ts";

/** A spot on the map with what is open for it: the form of a new stop, or a card. */
export interface OpenPin extends MapPin {
  shows: "form" | "spot" | MapPlace;
}

/** Returns the spot that is open on the map, or null, with functions to open and close it. */
export function usePin() {
  const anchor = useRef<HTMLElement>(null);
  const [pin, setPin] = useState<OpenPin | null>(null);
  return {
    pin,
    open: (point: Point) => setPin({ point, anchor, shows: "form" }),
    /**
     * Opens a card for a point of the map.
     * @param place what is at the point; null if nothing at the point has a name
     */
    look: (point: Point, place: MapPlace | null) => setPin({ point, anchor, shows: place ?? "spot" }),
    close: () => setPin(null),
    /** Opens the form at a point again, unless another spot has been opened since. */
    reopen: (point: Point) => setPin((now) => now ?? { point, anchor, shows: "form" }),
  };
}
