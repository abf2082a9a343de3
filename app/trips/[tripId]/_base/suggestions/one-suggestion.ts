import type { SuggestedChange } from "#lib/shared/suggestions.ts";

/** The maximum number of changes of one suggestion, as in the service. */
export const MAX_CHANGES = 50;

/**
 * Whether moves of the stops `stopIds` fit into the draft; a stop that the draft moves already needs no further
 * change.
 */
export function movesFit(lines: readonly SuggestedChange[], stopIds: ReadonlySet<string>): boolean {
  const others = lines.filter(
    ({ op, entityId }) => op !== "stops.move" || entityId === undefined || !stopIds.has(entityId),
  );
  return others.length + stopIds.size <= MAX_CHANGES;
}
