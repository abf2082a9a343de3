/** Things in a row, by number from 0 in the order that they have now; the first and the last one are fixed. */
export interface Sequence {
  count: number;
  /** Those that keep their order among themselves, ascending. */
  fixed: readonly number[];
  /** How many may stand between each two fixed ones in a row, at least as many as do now. */
  room: readonly number[];
}

export type Costs = (from: number, to: number) => number;

/** So many that move are tried in every order. */
const EXACT = 9;
/** Each is a look at every possible change; more than a day's stops ever need. */
const MAX_ROUNDS = 200;
const LEAST_GAIN = 1e-9;

/** The cheapest order that is allowed: for sure while few move, else one that no single change makes cheaper. */
export function bestSequence(sequence: Sequence, costs: Costs): number[] {
  const isFixed = new Set(sequence.fixed);
  const free = Array.from({ length: sequence.count }, (_, index) => index).filter(
    (each) => !isFixed.has(each),
  );
  const known = tabled(sequence.count, costs);
  return free.length <= EXACT ? exact(sequence, free, known) : improved(sequence, isFixed, known);
}

/** They are asked for again and again. */
function tabled(count: number, costs: Costs): Costs {
  const table = new Float64Array(count * count);
  for (let from = 0; from < count; from += 1) {
    for (let to = 0; to < count; to += 1) if (from !== to) table[from * count + to] = costs(from, to);
  }
  return (from, to) => table[from * count + to] ?? Infinity;
}

interface Rest {
  cost: number;
  /** What comes next; null at the end. */
  next: number | null;
}

const UNREACHABLE: Rest = { cost: Infinity, next: null };

/** By what is placed already, the last fixed one, how many stand behind it, and the last one of all. */
function exact({ count, fixed, room }: Sequence, free: readonly number[], costs: Costs): number[] {
  const known = new Map<number, Rest>();
  const all = 2 ** free.length - 1;
  // Where there is room for all, how many stand there tells nothing, and must not make another case.
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
    // In the order that they have now, so that what costs the same stays as it is.
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

/** Takes the change that saves most, again and again: some in a row go elsewhere, or turn around. */
function improved({ count, fixed, room }: Sequence, isFixed: ReadonlySet<number>, costs: Costs): number[] {
  let order = Array.from({ length: count }, (_, index) => index);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let best = { cost: costOf(order, costs) - LEAST_GAIN, order };
    for (const candidate of neighbours(order, isFixed)) {
      const cost = costOf(candidate, costs);
      if (cost < best.cost - LEAST_GAIN && hasRoom(candidate, { fixed, room }, isFixed)) {
        best = { cost, order: candidate };
      }
    }
    if (best.order === order) return order;
    order = best.order;
  }
  return order;
}

const LONGEST_RUN = 3;

function* neighbours(order: readonly number[], isFixed: ReadonlySet<number>): Generator<number[]> {
  for (let start = 1; start < order.length - 1; start += 1) {
    for (let end = start; end < order.length - 1 && !isFixed.has(order[end] ?? 0); end += 1) {
      const run = order.slice(start, end + 1);
      if (run.length > 1) yield order.toSpliced(start, run.length, ...run.toReversed());
      if (run.length > LONGEST_RUN) continue;
      const others = order.toSpliced(start, run.length);
      for (let at = 1; at < others.length; at += 1) {
        if (at === start) continue;
        yield others.toSpliced(at, 0, ...run);
        if (run.length > 1) yield others.toSpliced(at, 0, ...run.toReversed());
      }
    }
  }
}

function hasRoom(
  order: readonly number[],
  { room }: Pick<Sequence, "fixed" | "room">,
  isFixed: ReadonlySet<number>,
): boolean {
  let [window, between] = [0, 0];
  for (const each of order.slice(1)) {
    if (isFixed.has(each)) [window, between] = [window + 1, 0];
    else if (++between > (room[window] ?? 0)) return false;
  }
  return true;
}

function costOf(order: readonly number[], costs: Costs): number {
  let sum = 0;
  for (let index = 1; index < order.length; index += 1)
    sum += costs(order[index - 1] ?? 0, order[index] ?? 0);
  return sum;
}
