import type { Figure } from "./figures.ts";
import type { People } from "./found-expenses.ts";
import type { ExactPart } from "./row-builder.ts";

/** A column with the amounts of one person. */
export interface PersonColumn {
  person: number;
  at: number;
}

/** Returns the columns whose header matches the pattern, with the person whom the pattern's first group names. */
export function personColumns(head: readonly string[], pattern: RegExp, people: People): PersonColumn[] {
  return head.flatMap((cell, at): PersonColumn[] => {
    const name = pattern.exec(cell.trim())?.[1];
    return name === undefined ? [] : [{ person: people.placeOf(name), at }];
  });
}

/** Returns the people of a row whose amount is not 0. */
export function filledParts(parts: readonly { person: number; figure: Figure | null }[]): ExactPart[] {
  return parts.flatMap(({ person, figure }) => (figure && figure.exact !== 0n ? [{ person, figure }] : []));
}
