import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairQueue } from "#db/fair-queue.ts";
import { HashingQueue } from "#lib/server/auth/hashing-queue.ts";

function seats(queue: FairQueue) {
  const seated: string[] = [];
  function take(name: string, key: string | null, holder: object | null = null) {
    return queue.take({ key, holder }, () => seated.push(name));
  }
  return { seated, take };
}

describe("a fair queue", () => {
  test("gives turns round by key, whoever came first with many", () => {
    const queue = new FairQueue({ places: 1, share: 1 });
    const { seated, take } = seats(queue);
    for (const name of ["a1", "a2", "a3"]) take(name, "a");
    take("b1", "b");
    take("c1", "c");
    for (const key of ["a", "a", "b", "c"]) queue.giveBack({ key, holder: null });
    expect(seated).toEqual(["a1", "a2", "b1", "c1", "a3"]);
  });

  test("leaves places for others, and does not let who holds one wait for themselves", () => {
    const queue = new FairQueue({ places: 4, share: 2 });
    const { seated, take } = seats(queue);
    const request = {};
    take("a1", "a", request);
    for (const name of ["a2", "a3"]) take(name, "a", {});
    expect(seated).toEqual(["a1", "a2"]);
    take("a1 again", "a", request);
    take("service", null);
    expect(seated).toEqual(["a1", "a2", "a1 again", "service"]);
    expect(queue.waitingCount).toBe(1);
  });

  test("nobody is forgotten, and no more are in than there are places, whatever the order", () => {
    const step = fc.record({ key: fc.constantFrom("a", "b", "c", null), leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, share) => {
        const queue = new FairQueue({ places: 4, share });
        const inside: (string | null)[] = [];
        let [came, gaveUp] = [0, 0];
        for (const { key, leaves } of steps) {
          const giveUp = queue.take({ key, holder: null }, () => inside.push(key));
          came++;
          if (giveUp && leaves && giveUp()) gaveUp++;
          expect(inside.length).toBeLessThanOrEqual(4);
        }
        let served = 0;
        for (let key = inside.shift(); key !== undefined; key = inside.shift()) {
          served++;
          queue.giveBack({ key, holder: null });
        }
        expect([served, queue.waitingCount]).toEqual([came - gaveUp, 0]);
      }),
    );
  });
});

test("whoever tries many passwords is refused before others are, who have their turn soon", async () => {
  const queue = new HashingQueue(["thread"]);
  const order: string[] = [];
  const settled = (key: string) =>
    queue
      .run(key, async () => void order.push(key))
      .then(
        () => 200,
        (error: { status: number }) => error.status,
      );
  const abused = Array.from({ length: 20 }, () => settled("abuser"));
  const other = settled("somebody");
  expect(await other).toBe(200);
  const statuses = await Promise.all(abused);
  expect(statuses.filter((status) => status === 200)).toHaveLength(13);
  expect(statuses.filter((status) => status === 503)).toHaveLength(7);
  expect(order.indexOf("somebody")).toBeLessThanOrEqual(2);
});
