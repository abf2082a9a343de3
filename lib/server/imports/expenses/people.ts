import { isDisplayName } from "#lib/shared/display-name.ts";
import { invalidFields, type Issue } from "#lib/shared/errors.ts";
import { type ExpenseImportQuery, NEW_PERSON } from "#lib/shared/expense-imports.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import type { FoundExpenses } from "./found-expenses.ts";
import { YOU } from "./splitpro.ts";

type Members = readonly MemberDto[];

/** Who of the trip each person of a file is: the one present member of exactly that name; null: nobody, or several. */
export function matchPeople({ people, source }: FoundExpenses, members: Members, userId: string) {
  const present = members.filter(({ leftAt }) => leftAt === null);
  const isTwice = (name: string) => people.indexOf(name) !== people.lastIndexOf(name);
  return people.map((name) => {
    const isSelf = source === "splitpro" && name === YOU;
    const named = present.filter((member) => (isSelf ? member.userId === userId : member.name === name));
    const memberId = named.length === 1 && !isTwice(name) ? (named[0]?.id ?? null) : null;
    return { name, memberId };
  });
}

/**
 * Member ids by the places of the file's people; null for those who are yet to be added.
 * @throws AppError VALIDATION_FAILED on `query.people`
 */
export function resolvePeople(
  found: FoundExpenses,
  members: Members,
  { userId, people }: { userId: string } & Pick<ExpenseImportQuery, "people">,
): (string | null)[] {
  if (!people) return matchPeople(found, members, userId).map(({ memberId }) => memberId);
  if (people.length !== found.people.length) {
    const message = `The file has ${found.people.length} people, and this names ${people.length}.`;
    throw invalidFields([{ path: "query.people", message }]);
  }
  const present = new Set(members.filter(({ leftAt }) => leftAt === null).map(({ id }) => id));
  const issues = people.flatMap((who, place): Issue[] => {
    if (who === NEW_PERSON) return [];
    const path = `query.people.${place}`;
    if (!present.has(who)) return [{ path, message: "This is no member of the trip." }];
    return people.indexOf(who) === place ? [] : [{ path, message: "Two people can't be the same member." }];
  });
  if (issues.length > 0) throw invalidFields(issues);
  return people.map((who) => (who === NEW_PERSON ? null : who));
}

/** What somebody who is added is called. */
export function nameFor(name: string, place: number): string {
  return isDisplayName(name) ? name : `Person ${place + 1}`;
}
