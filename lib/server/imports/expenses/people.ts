import { isDisplayName, NAME_LENGTH } from "#lib/shared/display-name.ts";
import { invalidFields, type Issue } from "#lib/shared/errors.ts";
import { type ExpenseImportQuery, NEW_PERSON } from "#lib/shared/expense-imports.ts";
import type { MemberDto } from "#lib/shared/members.ts";
import { idNow, idsNow, type MergedIds } from "../../members/merged-ids.ts";
import { type FoundExpenses, plainLine } from "./found-expenses.ts";
import { YOU } from "./splitpro.ts";

/** Who may be named by a file. */
export interface Named {
  members: readonly MemberDto[];
  /** Of those who have left: who turned out to be somebody else is them, by name, too. */
  merged: MergedIds;
  /** Who imports. */
  userId: string;
}

/**
 * Who of the trip each person of a file is: the one present member of exactly that name, or else the one who has left; null: nobody, or
 * several.
 */
export function matchPeople({ people, source }: FoundExpenses, { members, merged, userId }: Named) {
  const shown = people.map(shownName);
  const isTwice = (name: string) => shown.indexOf(name) !== shown.lastIndexOf(name);
  return shown.map((name) => {
    const isSelf = source === "splitpro" && name === YOU;
    const named = members.filter((member) => (isSelf ? member.userId === userId : member.name === name));
    const present = named.filter(({ leftAt }) => leftAt === null);
    const ids = (present.length > 0 ? present : named).map(({ id }) => id);
    const [only, another] = idsNow(merged, ids);
    return { name, memberId: only && !another && !isTwice(name) ? only : null };
  });
}

/**
 * Member ids by the places of the file's people; null for those who are yet to be added. Several of them may be one member: people
 * have two accounts, or two names.
 * @throws AppError VALIDATION_FAILED on `query.people`
 */
export function resolvePeople(
  found: FoundExpenses,
  named: Named,
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
  return people.map((who) => (who === NEW_PERSON ? null : idNow(named.merged, who)));
}

/** What somebody who is added is called. */
export function nameFor(name: string, place: number): string {
  const shown = shownName(name);
  return isDisplayName(shown) ? shown : `Person ${place + 1}`;
}

function shownName(name: string): string {
  return plainLine(name, NAME_LENGTH);
}
