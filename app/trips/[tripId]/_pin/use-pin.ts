"use client";

import { useRef, useState } from "react";
import type { MapPin } from "../_map/map-model.ts";
import type { Point } from "#lib/shared/legs.ts";

/** The spot of the map that a stop is being added at; null: none is. */
export function usePin() {
  const anchor = useRef<HTMLElement>(null);
  const [pin, setPin] = useState<MapPin | null>(null);
  return {
    pin,
    open: (point: Point) => setPin({ point, anchor }),
    close: () => setPin(null),
    /** Something else may be written about by now. */
    reopen: (point: Point) => setPin((now) => now ?? { point, anchor }),
  };
}
