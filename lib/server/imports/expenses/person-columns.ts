import type { Figure } from "./figures.ts";
import type { People } from "./found-expenses.ts";
import type { ExactPart } from "./row-builder.ts";

/** A column with the figures of one person. */
export interface PersonColumn {
  person: number;
  at: number;
}

/** The columns whose names match, by the person that the pattern's first group names. */
export function personColumns(head: readonly string[], pattern: RegExp, people: People): PersonColumn[] {
  return head.flatMap((cell, at): PersonColumn[] => {
    const name = pattern.exec(cell.trim())?.[1];
    return name === undefined ? [] : [{ person: people.placeOf(name), at }];
  });
}

/** The people of a line who have a figure other than 0. */
export function filledParts(parts: readonly { person: number; figure: Figure | null }[]): ExactPart[] {
  return parts.flatMap(({ person, figure }) => (figure && figure.exact !== 0n ? [{ person, figure }] : []));
}
