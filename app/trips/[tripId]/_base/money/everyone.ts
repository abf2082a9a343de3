import type { TripPerson } from "../people.tsx";

/** Returns the ids of the members whom "everyone" means: guests take part only if an editor adds them. */
export function everyoneOf(present: readonly Pick<TripPerson, "id" | "role">[]): string[] {
  return present.filter(({ role }) => role !== "guest").map(({ id }) => id);
}

/** Whether the members are everyone, and how many they are out of how many, including added guests. */
export function countParticipants(bear: readonly string[], everyone: readonly string[]) {
  const isAll = everyone.length > 0 && everyone.every((id) => bear.includes(id));
  return { isAll, count: bear.length, total: new Set([...everyone, ...bear]).size };
}
