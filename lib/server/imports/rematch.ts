/** Steps of one search, above which the rest stays as it is: a hostile file makes all records alike. */
const MAX_STEPS = 20_000;

/**
 * Finds stops for records that got none because an earlier record took the only one that fits them, though it fits another as
 * well (augmenting paths of a bipartite matching). Without this, an order of records could make one of them a stop again.
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
