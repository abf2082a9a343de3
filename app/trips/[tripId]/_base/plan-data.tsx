"use client";

import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { DayDto } from "#lib/shared/days.ts";
import { createMemberPlanFilter, type MemberPlan } from "../_model/plan/member-plan.ts";
import { usePeople } from "./people.tsx";
import { useViewState } from "./view.tsx";
import { type BookingsByDay, createBookingGrouper } from "../_model/plan/day-bookings.ts";
import { createStopGrouper, type StopsByDay } from "../_model/plan/plan-model.ts";

export interface PlanData {
  days: readonly DayDto[];
  byDay: StopsByDay;
  bookings: BookingsByDay;
  /** The ids of the lists from top to bottom: the days, then null for Ideas. */
  order: ReadonlyArray<string | null>;
}

/** The plan as the page shows it: the whole plan, or the part in which one member takes part. */
export interface ShownPlan extends PlanData {
  /** The stops and reservations that one member's plan leaves out, by day id; null if the page shows the whole plan. */
  others: MemberPlan["others"] | null;
}

const PlanContext = createContext<PlanData | null>(null);
const ShownContext = createContext<ShownPlan | null>(null);

/** Provides the trip as days with their stops and reservations, computed once for plan, Ideas, map and details. */
export function PlanDataProvider({ children }: { children: ReactNode }) {
  const { days, stops, reservations } = useTrip((trip) => ({
    days: trip.days,
    stops: trip.stops,
    reservations: trip.reservations,
  }));
  const [group] = useState(createStopGrouper);
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
  const memberId = usePlanMember()?.id ?? null;
  const lane = useMemo(() => (memberId === null ? null : createMemberPlanFilter(memberId)), [memberId]);
  return useMemo(() => {
    if (lane === null) return { ...plan, others: null };
    return { ...plan, ...lane(plan.byDay, plan.bookings) };
  }, [plan, lane]);
}

/**
 * Returns the member to whose plan the page is restricted; null if the page shows the whole plan. The plan of a member
 * who has left cannot be shown.
 */
export function usePlanMember() {
  const { present } = usePeople();
  const who = useViewState((view) => view.who);
  return who === null ? null : (present.find(({ id }) => id === who) ?? null);
}

/** Returns the whole plan, even if the page shows the plan of one member. */
export function usePlan(): PlanData {
  const plan = use(PlanContext);
  if (!plan) throw new Error("usePlan needs a PlanDataProvider above it.");
  return plan;
}

/**
 * Returns the plan that the page and the map show. The numbers of stops, the legs and the drop positions follow this
 * plan.
 */
export function useShownPlan(): ShownPlan {
  const plan = use(ShownContext);
  if (!plan) throw new Error("useShownPlan needs a PlanDataProvider above it.");
  return plan;
}
