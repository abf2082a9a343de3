"use client";

import { useTrip } from "#lib/client/trip-context.tsx";
import type { DecisionDto } from "#lib/shared/decisions.ts";
import type { StopDto } from "#lib/shared/stops.ts";
import { presentMembers, tallyVotes } from "#lib/shared/tally.ts";

export interface Poll {
  /** The candidates that are still there, in the decision's order. */
  stops: StopDto[];
  scores: ReadonlyMap<string, number>;
  leaders: string[];
  /** Somebody has voted on one of them. */
  hasVotes: boolean;
  /** Several lead, and not because nobody has voted yet. */
  isTie: boolean;
}

/** How a decision stands now, by the service's own count. */
export function usePoll(decision: DecisionDto): Poll {
  const { all, members } = useTrip((trip) => ({ all: trip.stops, members: trip.members }));
  const stops = decision.candidates.flatMap((id) => all.find((stop) => stop.id === id) ?? []);
  const present = presentMembers(members);
  const { scores, leaders } = tallyVotes(stops, present);
  const hasVotes = stops.some(({ votes }) => votes.some(({ memberId }) => present.has(memberId)));
  return { stops, scores, leaders, hasVotes, isTie: leaders.length > 1 && hasVotes };
}
