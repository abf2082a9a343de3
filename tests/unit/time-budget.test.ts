import { expect, test } from "vitest";
import { BUDGET_MINUTES, describeTime, judgeTime } from "#tests/time-budget.ts";

const FAST = [1, 1];
const SLOW = [1, 1_000_000];

test("a run within the budget passes on any machine", () => {
  expect(judgeTime(BUDGET_MINUTES, FAST)).toBe("within");
  expect(judgeTime(BUDGET_MINUTES, SLOW)).toBe("within");
});

test("a longer run fails on a machine as fast as the reference, and is not judged on a slower or busy one", () => {
  expect(judgeTime(BUDGET_MINUTES + 0.1, FAST)).toBe("exceeded");
  expect(judgeTime(BUDGET_MINUTES + 0.1, SLOW)).toBe("not judged");
  expect(describeTime(1, "not judged")).toContain("not judged");
  expect(describeTime(1, "exceeded")).toBe(`1.0 of ${BUDGET_MINUTES} minutes`);
});
