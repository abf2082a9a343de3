/** A sequence of things, numbered from 0 in their current order; the first and the last one are fixed. */
export interface Sequence {
  count: number;
  /** The numbers of the things that keep their order among each other, ascending. */
  fixed: readonly number[];
  /**
   * For each pair of consecutive fixed things, the most things that may stand between the two: at least as many as
   * stand between them now.
   */
  room: readonly number[];
}

export type Costs = (from: number, to: number) => number;

/**
 * Up to so many movable things, every order is tried, unless that takes too many cases: each case takes some
 * microseconds.
 */
const EXACT = 9;
const MOST_CASES = 10_240;
/**
 * A limit of the improvement's rounds. Each round tries every possible change; a day's stops never need as many rounds.
 */
const MAX_ROUNDS = 200;
const LEAST_GAIN = 1e-9;

/**
 * Returns the cheapest allowed order. The result is exact for few movable things among few fixed ones; otherwise no
 * single change makes it cheaper.
 */
export function bestSequence(sequence: Sequence, costs: Costs): number[] {
  const isFixed = new Set(sequence.fixed);
  const free = Array.from({ length: sequence.count }, (_, index) => index).filter(
    (each) => !isFixed.has(each),
  );
  const known = tabled(sequence.count, costs);
  return isSmall(sequence, free.length) ? exact(sequence, free, known) : improved(sequence, isFixed, known);
}

function isSmall({ fixed, room }: Sequence, free: number): boolean {
  const isCounted = room.some((most) => most < free);
  return free <= EXACT && 2 ** free * fixed.length * (isCounted ? free + 1 : 1) <= MOST_CASES;
}

/** Computes all costs in advance, since the search reads each of them many times. */
function tabled(count: number, costs: Costs): Costs {
  const table = new Float64Array(count * count);
  for (let from = 0; from < count; from += 1) {
    for (let to = 0; to < count; to += 1) if (from !== to) table[from * count + to] = costs(from, to);
  }
  return (from, to) => table[from * count + to] ?? Infinity;
}

interface Rest {
  cost: number;
  /** The number of the thing that comes next; null at the end. */
  next: number | null;
}

const UNREACHABLE: Rest = { cost: Infinity, next: null };

/**
 * Finds the cheapest order by dynamic programming. A state consists of the set of things placed already, the last fixed
 * thing, the number of things placed after it, and the last thing placed.
 */
function exact({ count, fixed, room }: Sequence, free: readonly number[], costs: Costs): number[] {
  const known = new Map<number, Rest>();
  const all = 2 ** free.length - 1;
  // Where all movable things have space between two fixed ones, the number of things placed does not matter and must
  // not add states.
  const counted = (passed: number, behind: number) => ((room[passed] ?? 0) < free.length ? behind + 1 : 0);

  const isFull = (passed: number, behind: number) =>
    behind >= (room[passed] ?? 0) && free.length > (room[passed] ?? 0);

  function rest(placed: number, passed: number, behind: number, last: number): Rest {
    if (passed === fixed.length - 1) return placed === all ? { cost: 0, next: null } : UNREACHABLE;
    const key = ((placed * fixed.length + passed) * (EXACT + 1) + behind) * count + last;
    const before = known.get(key);
    if (before) return before;
    let best = UNREACHABLE;
    function consider(next: number, after: Rest): void {
      const cost = costs(last, next) + after.cost;
      if (cost < best.cost - LEAST_GAIN) best = { cost, next };
    }
    const nextFixed = fixed[passed + 1] ?? 0;
    // Candidates are tried in their current order, so that orders of the same cost leave the sequence as it is.
    for (const [bit, each] of free.entries()) {
      if (each > nextFixed || placed & (1 << bit) || isFull(passed, behind)) continue;
      consider(each, rest(placed | (1 << bit), passed, counted(passed, behind), each));
    }
    consider(nextFixed, rest(placed, passed + 1, 0, nextFixed));
    for (const [bit, each] of free.entries()) {
      if (each < nextFixed || placed & (1 << bit) || isFull(passed, behind)) continue;
      consider(each, rest(placed | (1 << bit), passed, counted(passed, behind), each));
    }
    known.set(key, best);
    return best;
  }

  const order = [0];
  let [placed, passed, behind] = [0, 0, 0];
  for (;;) {
    const last = order.at(-1) ?? 0;
    const { next } = rest(placed, passed, behind, last);
    if (next === null) return order;
    const bit = free.indexOf(next);
    if (bit < 0) [passed, behind] = [passed + 1, 0];
    else [placed, behind] = [placed | (1 << bit), counted(passed, behind)];
    order.push(next);
  }
}

/** A run of consecutive things that move to another position, or are reversed, or both. */
interface Move {
  start: number;
  length: number;
  /** The run's new position among the other things; equal to `start` if the run stays where it is. */
  at: number;
  isTurned: boolean;
}

/** Applies the change that saves the most until no change saves anything. */
function improved(sequence: Sequence, isFixed: ReadonlySet<number>, costs: Costs): number[] {
  let order = Array.from({ length: sequence.count }, (_, index) => index);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let best = { saved: LEAST_GAIN, order };
    function consider(saved: number, changed: () => number[]): void {
      if (saved <= best.saved) return;
      const candidate = changed();
      if (hasRoom(candidate, sequence, isFixed)) best = { saved, order: candidate };
    }
    const now = order;
    for (const move of movesOf(now, isFixed)) consider(savedByMove(move, now, costs), () => moved(now, move));
    for (const swap of swapsOf(now, isFixed))
      consider(savedBySwap(swap, now, costs), () => swapped(now, swap));
    if (best.order === order) return order;
    order = best.order;
  }
  return order;
}

const LONGEST_RUN = 3;

function* movesOf(order: readonly number[], isFixed: ReadonlySet<number>): Generator<Move> {
  for (let start = 1; start < order.length - 1; start += 1) {
    for (let end = start; end < order.length - 1 && !isFixed.has(order[end] ?? 0); end += 1) {
      const length = end - start + 1;
      if (length > 1) yield { start, length, at: start, isTurned: true };
      if (length > LONGEST_RUN) continue;
      for (let at = 1; at < order.length - length; at += 1) {
        if (at === start) continue;
        yield { start, length, at, isTurned: false };
        if (length > 1) yield { start, length, at, isTurned: true };
      }
    }
  }
}

function moved(order: readonly number[], { start, length, at, isTurned }: Move): number[] {
  const run = order.slice(start, start + length);
  return order.toSpliced(start, length).toSpliced(at, 0, ...(isTurned ? run.toReversed() : run));
}

/** What a move saves of the total cost, computed only from the connections that the move changes. */
function savedByMove({ start, length, at, isTurned }: Move, order: readonly number[], costs: Costs): number {
  const of = (index: number) => order[index] ?? 0;
  const end = start + length - 1;
  const [first, last] = isTurned ? [of(end), of(start)] : [of(start), of(end)];
  // `other` reads the order without the run: the things behind the run have moved up by its length.
  const other = (index: number) => of(index < start ? index : index + length);
  const [before, after] = [other(at - 1), other(at)];
  let saved = costs(of(start - 1), of(start)) + costs(of(end), of(end + 1));
  if (at !== start) saved += costs(before, after) - costs(of(start - 1), of(end + 1));
  saved -= costs(before, first) + costs(last, after);
  if (!isTurned) return saved;
  for (let index = start; index < end; index += 1) {
    saved += costs(of(index), of(index + 1)) - costs(of(index + 1), of(index));
  }
  return saved;
}

type Swap = readonly [number, number];

/**
 * Returns the pairs of things that can exchange their positions and are too far apart for a reversed run. Between two
 * fixed times there may be no space for a third stop, so that only an exchange is possible.
 */
function* swapsOf(order: readonly number[], isFixed: ReadonlySet<number>): Generator<Swap> {
  const free = [...order.keys()].filter((index) => !isFixed.has(order[index] ?? 0));
  for (const first of free) {
    for (const second of free) if (second > first + 1) yield [first, second];
  }
}

function swapped(order: readonly number[], [first, second]: Swap): number[] {
  return order.with(first, order[second] ?? 0).with(second, order[first] ?? 0);
}

function savedBySwap([first, second]: Swap, order: readonly number[], costs: Costs): number {
  const around = (index: number, stop: number) =>
    costs(order[index - 1] ?? 0, stop) + costs(stop, order[index + 1] ?? 0);
  const [one, other] = [order[first] ?? 0, order[second] ?? 0];
  return around(first, one) + around(second, other) - around(first, other) - around(second, one);
}

function hasRoom(
  order: readonly number[],
  { room }: Pick<Sequence, "room">,
  isFixed: ReadonlySet<number>,
): boolean {
  let [window, between] = [0, 0];
  for (const each of order.slice(1)) {
    if (isFixed.has(each)) [window, between] = [window + 1, 0];
    else if (++between > (room[window] ?? 0)) return false;
  }
  return true;
}
