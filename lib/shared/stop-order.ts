import type { StopFields } from "./stops.ts";

/** Compares stops in the plan's order: by position as bytes, then by id. */
export function compareStops(
  a: Pick<StopFields, "position" | "id">,
  b: Pick<StopFields, "position" | "id">,
): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
