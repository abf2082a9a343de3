import type { TripPerson } from "../people.tsx";

/** Returns the ids of the members whom "everyone" means: guests take part only if an editor adds them. */
export function everyoneOf(present: readonly Pick<TripPerson, "id" | "role">[]): string[] {
  return present.filter(({ role }) => role !== "guest").map(({ id }) => id);
}

/**
 * Returns whether the members of `bear` are everyone, their number, and the number that they are out of: everyone, and
 * each guest whom an editor has added.
 */
export function countParticipants(bear: readonly string[], everyone: readonly string[]) {
  const isAll = everyone.length > 0 && everyone.every((id) => bear.includes(id));
  return { isAll, count: bear.length, total: new Set([...everyone, ...bear]).size };
}
