"use client";

import { useTrip } from "#lib/client/open-trip/trip-context.tsx";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { presentMembers, tallyVotes } from "#lib/shared/tally.ts";

export interface DecisionResult {
  /** The candidates that still exist, in the decision's order. */
  stops: StopDto[];
  scores: ReadonlyMap<string, number>;
  leaders: string[];
  /** Whether any candidate has votes. */
  hasVotes: boolean;
  /** Whether several candidates lead, with at least one vote. */
  isTie: boolean;
}

/** Returns the present result of a decision, computed by the same function as in the service. */
export function useDecisionResult(decision: DecisionDto): DecisionResult {
  const { all, members } = useTrip((trip) => ({ all: trip.stops, members: trip.members }));
  const stops = decision.candidates.flatMap((id) => all.find((stop) => stop.id === id) ?? []);
  const present = presentMembers(members);
  const { scores, leaders } = tallyVotes(stops, present);
  const hasVotes = stops.some(({ votes }) => votes.some(({ memberId }) => present.has(memberId)));
  return { stops, scores, leaders, hasVotes, isTie: leaders.length > 1 && hasVotes };
}
