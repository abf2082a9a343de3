import type { TripPerson } from "../_shell/people.tsx";

/** Member ids of those whom "everyone" means: a guest looks on, until an editor puts them in. */
export function everyoneOf(present: readonly Pick<TripPerson, "id" | "role">[]): string[] {
  return present.filter(({ role }) => role !== "guest").map(({ id }) => id);
}

/** Whether these are everyone, and how many they are of how many, with the guests among them counted too. */
export function countOf(bear: readonly string[], everyone: readonly string[]) {
  const isAll = everyone.length > 0 && everyone.every((id) => bear.includes(id));
  return { isAll, count: bear.length, total: new Set([...everyone, ...bear]).size };
}
