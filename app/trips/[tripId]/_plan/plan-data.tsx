"use client";

import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { useTrip } from "#lib/client/trip-context.tsx";
import type { DayDto } from "#lib/shared/days.ts";
import { createLane, type Lane } from "../_lanes/lane.ts";
import { usePeople } from "../_shell/people.tsx";
import { useViewState } from "../_shell/view.tsx";
import { type BookingsByDay, createBookingGrouper } from "./day-bookings.ts";
import { createGrouper, type StopsByDay } from "./plan-model.ts";

export interface PlanData {
  days: readonly DayDto[];
  byDay: StopsByDay;
  bookings: BookingsByDay;
  /** The lists from top to bottom: days, then Ideas (null). */
  order: ReadonlyArray<string | null>;
}

/** The plan as it stands on the screen: all of it, or one member's lane. */
export interface ShownPlan extends PlanData {
  /** What the lane leaves out, by day id; null: nothing is left out. */
  others: Lane["others"] | null;
}

const PlanContext = createContext<PlanData | null>(null);
const ShownContext = createContext<ShownPlan | null>(null);

/** The trip as days with their stops and bookings, computed once for plan, ideas, map and details. */
export function PlanDataProvider({ children }: { children: ReactNode }) {
  const { days, stops, reservations } = useTrip((trip) => ({
    days: trip.days,
    stops: trip.stops,
    reservations: trip.reservations,
  }));
  const [group] = useState(createGrouper);
  const [groupBookings] = useState(createBookingGrouper);
  const byDay = useMemo(() => group(stops, days), [stops, days, group]);
  const bookings = useMemo(() => groupBookings(reservations, days), [reservations, days, groupBookings]);
  const plan = useMemo(
    () => ({ days, byDay, bookings, order: [...days.map(({ id }) => id), null] }),
    [days, byDay, bookings],
  );
  const shown = useInLane(plan);
  return (
    <PlanContext value={plan}>
      <ShownContext value={shown}>{children}</ShownContext>
    </PlanContext>
  );
}

function useInLane(plan: PlanData): ShownPlan {
  const memberId = useLaneMember()?.id ?? null;
  const lane = useMemo(() => (memberId === null ? null : createLane(memberId)), [memberId]);
  return useMemo(() => {
    if (lane === null) return { ...plan, others: null };
    return { ...plan, ...lane(plan.byDay, plan.bookings) };
  }, [plan, lane]);
}

/** Whose lane the page shows; null: everybody's plan. Somebody who has left has none. */
export function useLaneMember() {
  const { present } = usePeople();
  const who = useViewState((view) => view.who);
  return who === null ? null : (present.find(({ id }) => id === who) ?? null);
}

/** The whole plan, whatever the page shows of it. */
export function usePlan(): PlanData {
  const plan = use(PlanContext);
  if (!plan) throw new Error("usePlan needs a PlanDataProvider above it.");
  return plan;
}

/** What plan and map show; numbers, ways and places to drop things follow it. */
export function useShownPlan(): ShownPlan {
  const plan = use(ShownContext);
  if (!plan) throw new Error("useShownPlan needs a PlanDataProvider above it.");
  return plan;
}
