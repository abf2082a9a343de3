import { describe, expect, test } from "vitest";
import { bestSequence, type Sequence } from "#lib/shared/best-sequence.ts";

/** Returns places on a circle, in an order that goes back and forth. */
function placesOn(count: number): { lat: number; lng: number }[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index * 7) % count) * ((2 * Math.PI) / count);
    return { lat: Math.sin(angle), lng: Math.cos(angle) };
  });
}

/** Returns a sequence in which the stops of `fixed` keep their positions and as many stops as now are between them. */
function sequenceOf(count: number, fixed: readonly number[]): Sequence {
  const room = fixed.slice(1).map((to, window) => to - (fixed[window] ?? 0) - 1);
  return { count, fixed, room };
}

function solved(sequence: Sequence) {
  const places = placesOn(sequence.count);
  const costs = (from: number, to: number) => {
    const [a, b] = [places[from], places[to]];
    return a && b ? Math.hypot(a.lat - b.lat, a.lng - b.lng) : Infinity;
  };
  const costOf = (order: readonly number[]) =>
    order.reduce((sum, to, index) => (index === 0 ? 0 : sum + costs(order[index - 1] ?? 0, to)), 0);
  const now = Array.from({ length: sequence.count }, (_, index) => index);
  const order = bestSequence(sequence, costs);
  return { order, before: costOf(now), after: costOf(order) };
}

function fixedBut(count: number, free: readonly number[]): number[] {
  return Array.from({ length: count }, (_, index) => index).filter((index) => !free.includes(index));
}

describe("the cheapest order", () => {
  test("between clocks that leave no room, is found by changing places", () => {
    const sequence = sequenceOf(13, [0, 4, 8, 12]);
    const { order, before, after } = solved(sequence);
    expect(order.filter((each) => sequence.fixed.includes(each))).toEqual([0, 4, 8, 12]);
    expect([order.indexOf(4), order.indexOf(8)]).toEqual([4, 8]);
    expect(after).toBeLessThan(before * 0.75);
  });

  test("has each once, however many are fixed", () => {
    for (const count of [12, 20, 40]) {
      for (const every of [2, 3, 5, count - 1]) {
        const fixed = fixedBut(count, []).filter(
          (index) => index % every === 0 || index === count - 1 || index === 0,
        );
        const { order, before, after } = solved(sequenceOf(count, fixed));
        expect(order.toSorted((a, b) => a - b)).toEqual(fixedBut(count, []));
        expect(after).toBeLessThanOrEqual(before);
      }
    }
  });

  // Trying every order of the nine free stops took between half a second and two seconds.
  test("takes no longer than people notice, at the worst", () => {
    const free = [2, 6, 10, 14, 18, 22, 26, 30, 34];
    const sequence = sequenceOf(40, fixedBut(40, free));
    const roomy = { ...sequence, room: sequence.room.map((most) => Math.max(most, 3)) };
    const times = [1, 2, 3].map(() => {
      const begin = performance.now();
      solved(roomy);
      return performance.now() - begin;
    });
    expect(Math.min(...times)).toBeLessThan(200);
  });
});
