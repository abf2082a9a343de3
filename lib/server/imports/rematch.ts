/**
 * Maximum number of steps in one search, because a hostile file can make all records alike. Beyond it, the other
 * records stay unmatched.
 */
const MAX_STEPS = 20_000;

/**
 * Finds stops for records without one, when an earlier record took the only stop that fits them although another stop
 * fits that record, too (augmenting paths of a bipartite matching). Otherwise the order of the records decides whether
 * one of them is added as a stop again.
 */
export function rematch<R, S>(
  matched: Map<R, S>,
  records: readonly R[],
  nearOf: (record: R) => readonly S[],
  fits: (record: R, stop: S) => boolean,
): void {
  const owners = new Map([...matched].map(([record, stop]) => [stop, record]));
  let steps = 0;
  function place(record: R, seen: Set<S>): boolean {
    if (steps > MAX_STEPS) return false;
    const near = nearOf(record);
    steps += near.length + 1;
    for (const stop of near) {
      if (seen.has(stop) || !fits(record, stop)) continue;
      seen.add(stop);
      const owner = owners.get(stop);
      if (owner !== undefined && !place(owner, seen)) continue;
      owners.set(stop, record);
      matched.set(record, stop);
      return true;
    }
    return false;
  }
  for (const record of records) if (!matched.has(record)) place(record, new Set());
}
