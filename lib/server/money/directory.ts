import type { Db } from "#db/client.ts";
import { selectPeople, type TripPerson } from "#db/queries/expense-readers.ts";
import { invalidFields, type Issue } from "#lib/shared/errors.ts";

/** Everybody who is in a trip or was, by member id. */
export type Directory = ReadonlyMap<string, TripPerson>;

export async function readDirectory(tx: Db, tripId: string): Promise<Directory> {
  const rows = await selectPeople(tx, { tripId });
  return new Map(rows.map((person) => [person.memberId, person]));
}

/** The accounts of these members: of private rows, whoever may be told of them. */
export function usersOf(directory: Directory, memberIds: readonly string[]): string[] {
  const users = memberIds.flatMap((id) => directory.get(id)?.userId ?? []);
  return [...new Set(users)];
}

/** Those of these who have left: only they can have turned out to be somebody else. */
export function partedOf(directory: Directory, memberIds: readonly string[]): string[] {
  return memberIds.filter((id) => directory.get(id)?.hasLeft);
}

/** Where a member is named, by the field's path. */
type Named = readonly (readonly [path: string, memberId: string])[];

/**
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
