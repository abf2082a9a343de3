import { describe, expect, test } from "vitest";
import { SharedAnswers } from "#lib/server/street-view/shared-answers.ts";

const LIFE_MS = 15 * 60_000;

/** Returns work that continues until the test decides how it ends. */
function newWork() {
  const made: { signal: AbortSignal; end: (value: string) => void; fail: (error: Error) => void }[] = [];
  const make = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      made.push({ signal, end: resolve, fail: reject });
      signal.addEventListener("abort", () => reject(new Error("ended")));
    });
  return { made, how: { make, isLasting: (value: string) => value !== "partial" } };
}

function newShared(most = 500) {
  const clock = { now: 0 };
  const shared = new SharedAnswers<string>({ lifeMs: LIFE_MS, most, now: () => clock.now });
  return { shared, clock };
}

const forever = new AbortController().signal;

describe("an answer", () => {
  test("is made once for fifteen minutes", async () => {
    const { shared, clock } = newShared();
    const { made, how } = newWork();
    const first = shared.get("a", forever, how);
    made[0]?.end("found");
    expect(await first).toBe("found");
    clock.now = LIFE_MS - 1;
    expect(await shared.get("a", forever, how)).toBe("found");
    expect(made).toHaveLength(1);
    clock.now = LIFE_MS;
    const second = shared.get("a", forever, how);
    expect(made).toHaveLength(2);
    made[1]?.end("newly found");
    expect(await second).toBe("newly found");
  });

  test("that does not last is not kept, nor is a failure", async () => {
    const { shared } = newShared();
    const { made, how } = newWork();
    const partial = shared.get("a", forever, how);
    made[0]?.end("partial");
    expect(await partial).toBe("partial");
    const failed = shared.get("a", forever, how);
    made[1]?.fail(new Error("away"));
    await expect(failed).rejects.toThrow("away");
    void shared.get("a", forever, how);
    expect(made).toHaveLength(3);
  });

  test("of which there are too many goes, the one that was not asked for longest first", async () => {
    const { shared } = newShared(2);
    const asked: string[] = [];
    const ask = (key: string) =>
      shared.get(key, forever, {
        make: async () => {
          asked.push(key);
          return key;
        },
        isLasting: () => true,
      });
    for (const key of ["a", "b", "a", "c", "a", "b"]) expect(await ask(key)).toBe(key);
    expect(asked).toEqual(["a", "b", "c", "b"]);
  });
});

describe("those who ask at once", () => {
  test("wait for the same work", async () => {
    const { shared } = newShared();
    const { made, how } = newWork();
    const all = Promise.all(Array.from({ length: 20 }, () => shared.get("a", forever, how)));
    made[0]?.end("found");
    expect(new Set(await all)).toEqual(new Set(["found"]));
    expect(made).toHaveLength(1);
  });

  test("don't lose it when one of them leaves", async () => {
    const { shared } = newShared();
    const { made, how } = newWork();
    const leaving = new AbortController();
    const first = shared.get("a", leaving.signal, how);
    const second = shared.get("a", forever, how);
    leaving.abort();
    await expect(first).rejects.toMatchObject({ kind: "cancelled" });
    expect(made[0]?.signal.aborted).toBe(false);
    made[0]?.end("found");
    expect(await second).toBe("found");
  });

  test("end it when the last one leaves, and whoever comes then begins anew", async () => {
    const { shared } = newShared();
    const { made, how } = newWork();
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [shared.get("a", one.signal, how), shared.get("a", other.signal, how)];
    one.abort();
    other.abort();
    await Promise.allSettled(both);
    expect(made[0]?.signal.aborted).toBe(true);
    const next = shared.get("a", forever, how);
    expect(made).toHaveLength(2);
    made[1]?.end("found");
    expect(await next).toBe("found");
  });

  test("who had left before they asked begin nothing", async () => {
    const { shared } = newShared();
    const { made, how } = newWork();
    await expect(shared.get("a", AbortSignal.abort(), how)).rejects.toMatchObject({ kind: "cancelled" });
    expect(made).toHaveLength(0);
  });
});
