"use client";

import { createContext, use } from "react";
import { estimateLeg, type WayOf } from "#lib/shared/legs.ts";

/** What a router has said so far, else the estimate; list, map, totals and checks tell the same. */
export const WayContext = createContext<WayOf>(estimateLeg);

export function useWayOf(): WayOf {
  return use(WayContext);
}
