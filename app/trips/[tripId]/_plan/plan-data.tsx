"use client";

import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { useTrip } from "#lib/client/trip-context.tsx";
import type { DayDto } from "#lib/shared/days.ts";
import { createGrouper, type StopsByDay } from "./plan-model.ts";

export interface PlanData {
  days: readonly DayDto[];
  byDay: StopsByDay;
  /** The lists from top to bottom: days, then Ideas (null). */
  order: ReadonlyArray<string | null>;
}

const PlanContext = createContext<PlanData | null>(null);

/** The trip as days with their stops, computed once for plan, ideas, map and details. */
export function PlanDataProvider({ children }: { children: ReactNode }) {
  const { days, stops } = useTrip((trip) => ({ days: trip.days, stops: trip.stops }));
  const [group] = useState(createGrouper);
  const plan = useMemo(
    () => ({ days, byDay: group(stops, days), order: [...days.map(({ id }) => id), null] }),
    [days, stops, group],
  );
  return <PlanContext value={plan}>{children}</PlanContext>;
}

export function usePlan(): PlanData {
  const plan = use(PlanContext);
  if (!plan) throw new Error("usePlan needs a PlanDataProvider above it.");
  return plan;
}
