import { foldText } from "#lib/shared/fold.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { topRanksAround } from "./gazetteer-ranks.ts";

const SHORTEST = 4;

/**
 * Yields well-known names that begin with the text except for one letter that is wrong, missing, superfluous, or
 * swapped with the next.
 */
export function* ranksWithOneTypo(gazetteer: Gazetteer, folded: string): Generator<number> {
  if (folded.length < SHORTEST) return;
  for (const rank of topRanksAround(gazetteer, gazetteer.range(folded.slice(0, 1)))) {
    const name = foldText(gazetteer.lineAt(gazetteer.columns.entries[rank] ?? 0));
    if (beginsButForOne(name, folded)) yield rank;
  }
}

function beginsButForOne(name: string, text: string): boolean {
  let at = 0;
  while (at < text.length && name[at] === text[at]) at++;
  const rest = (from: number, of: number) => name.startsWith(text.slice(of), from);
  const isSwapped = name[at] === text[at + 1] && name[at + 1] === text[at];
  return rest(at + 1, at + 1) || rest(at + 1, at) || rest(at, at + 1) || (isSwapped && rest(at + 2, at + 2));
}
