import type { CoverChoice } from "#lib/shared/covers.ts";

type Rows = ReadonlyArray<{ id: string }>;

/**
 * Returns the choice that determines the cover; null means the automatic cover. It is also null while the chosen stop
 * or picture does not exist or cannot be a cover.
 */
export function effectiveCoverChoice(
  chosen: CoverChoice | null | undefined,
  stops: Rows,
  pictures: Rows,
): CoverChoice | null {
  if (!chosen || chosen.kind === "map") return chosen ?? null;
  const offered = chosen.kind === "stop" ? stops : pictures;
  return offered.some(({ id }) => id === chosen.id) ? chosen : null;
}
