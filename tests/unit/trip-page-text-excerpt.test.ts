import { expect, test } from "vitest";
import { clip, excerpts } from "#app/trips/[tripId]/_base/suggestions/text-excerpt.ts";

const LONG = "Go up by Sannenzaka, the stage is empty before 8. ".repeat(8);

test("short texts are shown whole", () => {
  expect(excerpts("Before 8.", "Before 9.")).toEqual(["Before 8.", "Before 9."]);
  expect(clip("Before 8.")).toBe("Before 8.");
});

test("of long ones one sees the change and a little around it", () => {
  const [before, after] = excerpts(`${LONG}Bring water. ${LONG}`, `${LONG}Bring tea. ${LONG}`);
  expect(before).toContain("Bring water.");
  expect(after).toContain("Bring tea.");
  for (const side of [before, after]) {
    expect(side).toMatch(/^….*…$/);
    expect(side.length).toBeLessThan(100);
  }
});

test("what is new at the end is not lost behind what stays", () => {
  const [before, after] = excerpts(LONG, `${LONG}And bring umbrellas.`);
  expect(before).toMatch(/^….*before 8\.\s*$/);
  expect(after).toMatch(/And bring umbrellas\.$/);
});

test("two long texts that have nothing in common are cut to their beginnings", () => {
  const [before, after] = excerpts(LONG, "x".repeat(900));
  expect(before.startsWith("Go up by")).toBe(true);
  expect(after).toBe(`${"x".repeat(140)}…`);
  expect(clip(LONG)).toBe(before);
});

test("no character is torn", () => {
  const [before, after] = excerpts("🍁".repeat(300), `${"🍁".repeat(300)}🍂`);
  expect(`${before}${after}`.isWellFormed()).toBe(true);
  expect(clip("🍁".repeat(300)).isWellFormed()).toBe(true);
});
