import { expect, test } from "vitest";
import { describeTime, judgeTime } from "#tests/time-budget.ts";

const FAST = [1, 1];
const SLOW = [1, 1_000_000];

test("a run within the budget passes on any machine", () => {
  expect(judgeTime(15, FAST)).toBe("within");
  expect(judgeTime(15, SLOW)).toBe("within");
});

test("a longer run fails on a machine as fast as the reference, and is not judged on a slower or busy one", () => {
  expect(judgeTime(15.1, FAST)).toBe("exceeded");
  expect(judgeTime(15.1, SLOW)).toBe("not judged");
  expect(describeTime(15.1, "not judged")).toContain("not judged");
  expect(describeTime(15.1, "exceeded")).toBe("15.1 of 15 minutes");
});
