import { describe, expect, test } from "vitest";
import { AnswerCache } from "#lib/server/routes/answer-cache.ts";

const LIFE_MS = 1000;

/** Returns a cache of at most `most` bytes. An answer counts as the length of its text plus 400. */
function newAnswers(most: number) {
  const clock = { now: 0 };
  const asked: string[] = [];
  const kept = new AnswerCache<string>(
    { mostBytes: most, bytesOf: (answer) => answer.length },
    () => clock.now,
  );
  const find = (question: string, length = 600) =>
    kept.find(
      question,
      () => LIFE_MS,
      async () => {
        asked.push(question);
        return "x".repeat(length);
      },
    );
  return { kept, clock, asked, find };
}

describe("answers that are kept", () => {
  test("are as many as there is room for, the last used ones", async () => {
    const { asked, find } = newAnswers(3000);
    for (const question of ["a", "b", "c", "a", "d", "a", "c", "d"]) await find(question);
    expect(asked).toEqual(["a", "b", "c", "d"]);
    await find("b");
    expect(asked).toEqual(["a", "b", "c", "d", "b"]);
  });

  test("make room for a large one, and what is larger than all is not kept", async () => {
    const { asked, find } = newAnswers(3000);
    for (const question of ["a", "b", "c"]) await find(question);
    await find("large", 1600);
    await find("c");
    expect(asked).toEqual(["a", "b", "c", "large"]);
    await find("huge", 5000);
    await find("huge", 5000);
    await find("c");
    expect(asked).toEqual(["a", "b", "c", "large", "huge", "huge", "c"]);
  });

  test("weigh nothing any more once they have aged, failed or gone", async () => {
    const { kept, clock, asked, find } = newAnswers(3000);
    for (let round = 0; round < 5; round += 1) {
      clock.now += LIFE_MS;
      for (const question of ["a", "b", "c"]) await find(question);
      const failing = kept.find(
        "d",
        () => LIFE_MS,
        () => Promise.reject(new Error("no")),
      );
      await expect(failing).rejects.toThrow();
    }
    expect(asked).toHaveLength(15);
    for (const question of ["a", "b", "c"]) await find(question);
    expect(asked).toHaveLength(15);
  });
});
