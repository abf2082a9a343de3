"use client";

import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { DecisionDto } from "#lib/shared/decisions.ts";

/** Returns the open decision that contains a stop; there is at most one. */
export function openDecisionOf(decisions: readonly DecisionDto[], stopId: string): DecisionDto | null {
  return (
    decisions.find(({ status, candidates }) => status !== "closed" && candidates.includes(stopId)) ?? null
  );
}

export function useOpenDecision(stopId: string): DecisionDto | null {
  return useTrip((trip) => openDecisionOf(trip.decisions, stopId));
}
