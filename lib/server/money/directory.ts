import type { Db } from "#db/client.ts";
import { selectPeople, type TripPerson } from "#db/queries/expense-readers.ts";
import { invalidFields, type Issue } from "#lib/shared/errors.ts";

/** All present and former members of a trip, by member id. */
export type Directory = ReadonlyMap<string, TripPerson>;

export async function readDirectory(tx: Db, tripId: string): Promise<Directory> {
  const rows = await selectPeople(tx, { tripId });
  return new Map(rows.map((person) => [person.memberId, person]));
}

/** Returns the users of these members; for a private row, these are the users who may see it. */
export function usersOf(directory: Directory, memberIds: readonly string[]): string[] {
  const users = memberIds.flatMap((id) => directory.get(id)?.userId ?? []);
  return [...new Set(users)];
}

/** Returns the ids of members who have left the trip: only they can have been merged into somebody else. */
export function formerMemberIds(directory: Directory, memberIds: readonly string[]): string[] {
  return memberIds.filter((id) => directory.get(id)?.hasLeft);
}

/** Member ids, each with the path of the field that contains it. */
type Named = readonly (readonly [path: string, memberId: string])[];

/**
 * Checks that all named members are in the trip now.
 * @param known members that were named before; they may have left since
 * @throws AppError VALIDATION_FAILED with the path of everybody else who is not in the trip now
 */
export function requirePresent(directory: Directory, named: Named, known: readonly string[] = []): void {
  const issues = named.flatMap(([path, memberId]): Issue[] => {
    const person = directory.get(memberId);
    if (person && (!person.hasLeft || known.includes(memberId))) return [];
    const message = person ? "This person has left the trip." : "This is no member of the trip.";
    return [{ path, message }];
  });
  if (issues.length > 0) throw invalidFields(issues);
}
