import type { Point } from "#lib/shared/legs.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { BLOCK, NO_ENTRY, TOPS } from "./gazetteer-format.ts";

/** Ranges up to this are looked through whole; of larger ones the most important and the near are. */
const WHOLE_RANGE = 4096;
const EXACT_MOST = 512;
/** Where everything is looked at that begins as asked, however unimportant. */
const NEAR_KM = 100;

export interface Range {
  from: number;
  /** What comes before this is the text itself, and all of it. */
  exact: number;
  to: number;
}

/** The entries of a range that may be among the best: all of a small one. */
export function* ranksIn(gazetteer: Gazetteer, range: Range, near: Point | undefined): Generator<number> {
  const { from, exact, to } = range;
  if (to - from <= WHOLE_RANGE) {
    for (let rank = from; rank < to; rank++) yield rank;
    return;
  }
  for (let rank = from; rank < Math.min(exact, from + EXACT_MOST); rank++) yield rank;
  yield* topsIn(gazetteer, range);
  if (near) yield* nearIn(gazetteer, near, range);
}

/** The most important entries of the range's whole blocks, and all of the two at its ends. */
export function* topsIn({ columns }: Gazetteer, { from, to }: Pick<Range, "from" | "to">): Generator<number> {
  const [first, last] = [Math.ceil(from / BLOCK), Math.floor(to / BLOCK)];
  for (let rank = from; rank < Math.min(first * BLOCK, to); rank++) yield rank;
  for (let at = first * TOPS; at < last * TOPS; at++) {
    const rank = columns.tops[at] ?? NO_ENTRY;
    if (rank !== NO_ENTRY) yield rank;
  }
  for (let rank = Math.max(last * BLOCK, from); rank < to; rank++) yield rank;
}

function* nearIn(gazetteer: Gazetteer, near: Point, { from, to }: Range): Generator<number> {
  const { rankAt, ranks } = gazetteer.columns;
  for (const index of gazetteer.around(near, NEAR_KM)) {
    const end = rankAt[index + 1] ?? 0;
    for (let at = rankAt[index] ?? 0; at < end; at++) {
      const rank = ranks[at] ?? NO_ENTRY;
      if (rank >= from && rank < to) yield rank;
    }
  }
}
