import type { PastedPart } from "#lib/shared/pasted-text.ts";

/** A part of the paste that a stop can be made of. */
export interface Row {
  /** By its place in the answer, which only grows. */
  key: number;
  part: PastedPart & { name: string };
  /** Beside it on the map; null: it has no place. */
  number: number | null;
}

export interface PasteRows {
  rows: Row[];
  /** Parts of which nothing can be made, which are named. */
  left: PastedPart[];
}

/** What can be ticked, numbered as on the map, and what cannot. */
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

/** What is surely meant and new is ticked until somebody says otherwise. */
export function isTickedAtFirst({ part }: Row): boolean {
  return part.outcome === "found";
}
