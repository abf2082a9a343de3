import type { CoverChoice } from "#lib/shared/covers.ts";

type Rows = ReadonlyArray<{ id: string }>;

/**
 * The choice that the cover is shown by; null: the automatic one. So it is for a stop or a picture that is gone or that
 * cannot be a cover any more, until it is back.
 */
export function shownChoice(
  chosen: CoverChoice | null | undefined,
  stops: Rows,
  pictures: Rows,
): CoverChoice | null {
  if (!chosen || chosen.kind === "map") return chosen ?? null;
  const offered = chosen.kind === "stop" ? stops : pictures;
  return offered.some(({ id }) => id === chosen.id) ? chosen : null;
}
