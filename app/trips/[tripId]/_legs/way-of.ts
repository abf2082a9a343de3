"use client";

import { createContext, use } from "react";
import { estimateLeg, type LegOf } from "#lib/shared/legs.ts";

/** What a router has said so far, else the estimate; list, map, totals and checks tell the same. */
export const LegContext = createContext<LegOf>(estimateLeg);

export function useLegOf(): LegOf {
  return use(LegContext);
}
