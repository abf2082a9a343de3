import { isDisplayName, NAME_LENGTH } from "#lib/shared/display-name.ts";
import { invalidFields, type Issue } from "#lib/shared/errors.ts";
import { type ExpenseImportQuery, NEW_PERSON } from "#lib/shared/expense-imports.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { currentIdOf, currentIdsOf, type MergedIds } from "../../members/merged-ids.ts";
import { type FoundExpenses, plainLine } from "./found-expenses.ts";
import { EXPORTER_NAME } from "./splitpro.ts";

/** The members whom a file may name. */
export interface NamableMembers {
  members: readonly MemberDto[];
  /** Maps members who have left to the member with whom they were merged, who is then found by the old name, too. */
  merged: MergedIds;
  /** The user who imports. */
  userId: string;
}

/**
 * Finds the member for each person of a file: the only present member with exactly that name, or else the one who has
 * left. The result is null for nobody or several.
 */
export function matchPeople({ people, source }: FoundExpenses, { members, merged, userId }: NamableMembers) {
  const shown = people.map(shownName);
  const isTwice = (name: string) => shown.indexOf(name) !== shown.lastIndexOf(name);
  return shown.map((name) => {
    const isSelf = source === "splitpro" && name === EXPORTER_NAME;
    const named = members.filter((member) => (isSelf ? member.userId === userId : member.name === name));
    const present = named.filter(({ leftAt }) => leftAt === null);
    const ids = (present.length > 0 ? present : named).map(({ id }) => id);
    const [only, another] = currentIdsOf(merged, ids);
    return { name, memberId: only && !another && !isTwice(name) ? only : null };
  });
}

/**
 * Returns member ids by the index of the file's people; null for people who are yet to be added. Several people may be
 * one member, because somebody can have two accounts or two names.
 * @throws AppError VALIDATION_FAILED on `query.people`
 */
export function resolvePeople(
  found: FoundExpenses,
  named: NamableMembers,
  people: ExpenseImportQuery["people"],
): (string | null)[] {
  if (!people) return matchPeople(found, named).map(({ memberId }) => memberId);
  if (people.length !== found.people.length) {
    const message = `The file has ${found.people.length} people, and this names ${people.length}.`;
    throw invalidFields([{ path: "query.people", message }]);
  }
  const known = new Set(named.members.map(({ id }) => id));
  const issues = people.flatMap((who, place): Issue[] =>
    who === NEW_PERSON || known.has(who)
      ? []
      : [{ path: `query.people.${place}`, message: "This is no member of the trip." }],
  );
  if (issues.length > 0) throw invalidFields(issues);
  return people.map((who) => (who === NEW_PERSON ? null : currentIdOf(named.merged, who)));
}

/** Returns the name for a member who is added for a person of the file. */
export function memberNameFor(name: string, place: number): string {
  const shown = shownName(name);
  return isDisplayName(shown) ? shown : `Person ${place + 1}`;
}

function shownName(name: string): string {
  return plainLine(name, NAME_LENGTH);
}
