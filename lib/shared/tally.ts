import type { StopVote } from "./stops.ts";

/** The fields of a stop that the tally reads. */
export interface Candidate {
  id: string;
  votes: readonly StopVote[];
}

export interface Tally {
  /** By stop id, the sum of the votes of members who have not left. */
  scores: ReadonlyMap<string, number>;
  /**
   * Ids of the stops with the best sum, in the given order: one stop is the winner, several are a tie, and an empty
   * list means that there is nothing to choose.
   */
  leaders: string[];
}

/** Ids of the members whose votes count: those who haven't left. */
export function presentMembers(members: readonly { id: string; leftAt: string | null }[]): Set<string> {
  return new Set(members.filter(({ leftAt }) => leftAt === null).map(({ id }) => id));
}

/** Counts a decision's votes over its live candidates; `present` holds member ids. */
export function tallyVotes(candidates: readonly Candidate[], present: ReadonlySet<string>): Tally {
  const scores = new Map(candidates.map((stop) => [stop.id, scoreOf(stop, present)]));
  const best = Math.max(...scores.values());
  const leaders = candidates.filter(({ id }) => scores.get(id) === best).map(({ id }) => id);
  return { scores, leaders };
}

function scoreOf({ votes }: Candidate, present: ReadonlySet<string>): number {
  return votes.reduce((sum, { memberId, value }) => (present.has(memberId) ? sum + value : sum), 0);
}
