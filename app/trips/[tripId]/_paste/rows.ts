import type { PastedPart } from "#lib/shared/pasted-text.ts";

/** A part of the pasted text from which a stop can be made. */
export interface Row {
  /** The index of the part in the answer, to which parts are only added at the end. */
  key: number;
  part: PastedPart & { name: string };
  /** The number of the row on the map; null if it has no place. */
  number: number | null;
}

export interface PasteRows {
  rows: Row[];
  /** The parts from which no stop can be made, which are listed. */
  left: PastedPart[];
}

/** Separates the parts that can be added, numbered as on the map, from the others. */
export function rowsOf(parts: readonly PastedPart[]): PasteRows {
  const sorted: PasteRows = { rows: [], left: [] };
  let number = 0;
  for (const [key, part] of parts.entries()) {
    if (part.outcome === "later") continue;
    if (part.name === null) sorted.left.push(part);
    else sorted.rows.push({ key, part: { ...part, name: part.name }, number: part.place ? ++number : null });
  }
  return sorted;
}

/** Whether the row is chosen initially: its place is certain and not in the plan yet. */
export function isTickedAtFirst({ part }: Row): boolean {
  return part.outcome === "found";
}
