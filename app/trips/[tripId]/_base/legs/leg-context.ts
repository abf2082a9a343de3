"use client";

import { createContext, use } from "react";
import { estimateLeg, type LegOf } from "#lib/shared/legs.ts";

/**
 * Provides each leg as the routing service has given it, else an estimate. List, map, totals and checks read legs from
 * this context, so that they agree.
 */
export const LegContext = createContext<LegOf>(estimateLeg);

export function useLegOf(): LegOf {
  return use(LegContext);
}
