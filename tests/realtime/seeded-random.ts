/** Random numbers that a seed determines (mulberry32), so that a failed run can be repeated by its seed. */
export interface SeededRandom {
  next(): number;
  is(probability: number): boolean;
  below(limit: number): number;
  pick<T>(items: readonly T[]): T | undefined;
}

export function newSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    is: (probability) => next() < probability,
    pick: (items) => items[below(items.length)],
  };
}
