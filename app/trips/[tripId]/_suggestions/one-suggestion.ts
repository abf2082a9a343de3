import type { SuggestedChange } from "#lib/shared/suggestions.ts";

/** Lines that one suggestion may have, as the service counts. */
export const MAX_LINES = 50;

/** Whether moves of these stops fit beside what is drafted: a stop that is to move already takes no other line. */
export function movesFit(lines: readonly SuggestedChange[], stopIds: ReadonlySet<string>): boolean {
  const others = lines.filter(
    ({ op, entityId }) => op !== "stops.move" || entityId === undefined || !stopIds.has(entityId),
  );
  return others.length + stopIds.size <= MAX_LINES;
}
