import type { Point } from "#lib/shared/legs.ts";
import type { Gazetteer } from "./gazetteer.ts";
import { BLOCK_ENTRIES, NO_ENTRY, TOPS_PER_BLOCK } from "./gazetteer-format.ts";

/**
 * A range of up to so many entries is searched completely; of a larger one, only the most important and the near
 * entries.
 */
const WHOLE_RANGE = 1024;
const EXACT_MOST = 256;
/** The distance within which all places that begin with the text are examined, even unimportant ones. */
const NEAR_KM = 100;

export interface Range {
  from: number;
  /** The entries before this index are exactly the text. */
  exact: number;
  to: number;
}

/** Yields the entries of a range that may be among the best results: all entries of a small range. */
export function* likelyRanksIn(
  gazetteer: Gazetteer,
  range: Range,
  near: Point | undefined,
): Generator<number> {
  const { from, exact, to } = range;
  if (to - from <= WHOLE_RANGE) {
    for (let rank = from; rank < to; rank++) yield rank;
    return;
  }
  for (let rank = from; rank < Math.min(exact, from + EXACT_MOST); rank++) yield rank;
  yield* edgesOf(range);
  yield* topsOf(gazetteer, Math.ceil(from / BLOCK_ENTRIES), Math.floor(to / BLOCK_ENTRIES));
  if (near) yield* nearIn(gazetteer, near, range);
}

/** Yields the entries of the two blocks at the ends, which belong to the range only in part. */
function* edgesOf({ from, to }: Range): Generator<number> {
  const [first, last] = [
    Math.ceil(from / BLOCK_ENTRIES) * BLOCK_ENTRIES,
    Math.floor(to / BLOCK_ENTRIES) * BLOCK_ENTRIES,
  ];
  for (let rank = from; rank < first; rank++) yield rank;
  for (let rank = last; rank < to; rank++) yield rank;
}

/** Yields the most important entries of all blocks that belong to a range, even in part. */
export function topRanksAround(gazetteer: Gazetteer, { from, to }: Range): Generator<number> {
  return topsOf(gazetteer, Math.floor(from / BLOCK_ENTRIES), Math.ceil(to / BLOCK_ENTRIES));
}

function* topsOf({ columns }: Gazetteer, first: number, last: number): Generator<number> {
  for (let at = first * TOPS_PER_BLOCK; at < last * TOPS_PER_BLOCK; at++) {
    const rank = columns.tops[at] ?? NO_ENTRY;
    if (rank !== NO_ENTRY) yield rank;
  }
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
