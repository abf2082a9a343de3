import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesMarked } from "#tests/helpers/pragmas.ts";
import { plantFault } from "#tests/planted-faults/planted-fault.ts";
import { PLANTED_FAULTS } from "#tests/planted-faults/planted-faults.ts";

const ROOT = join(import.meta.dirname, "../..");

test("there are thirty planted faults or more, each with a name of its own", () => {
  const names = new Set(PLANTED_FAULTS.map(({ name }) => name));
  expect(names.size).toBe(PLANTED_FAULTS.length);
  expect(names.size).toBeGreaterThanOrEqual(30);
});

test.each(PLANTED_FAULTS)("$name still fits its file", (fault) => {
  const source = readFileSync(join(ROOT, fault.file), "utf8");
  expect(plantFault(source, fault)).not.toBe(source);
});

test("the default tier has the tests that must notice them", () => {
  const long = filesMarked("tests/**/*.test.ts", "long");
  const files = new Set(PLANTED_FAULTS.flatMap(({ caughtBy }) => caughtBy.map((file) => `tests/${file}`)));
  expect([...files].filter((file) => !existsSync(join(ROOT, file)) || long.includes(file))).toEqual([]);
});

test("a text that occurs twice, or not at all, is refused", () => {
  const fault = { ...PLANTED_FAULTS[0], name: "a", file: "a.ts", from: "x", to: "y" };
  const plant = (source: string) => () => plantFault(source, fault as (typeof PLANTED_FAULTS)[number]);
  expect(plant("axb")()).toBe("ayb");
  expect(plant("xx")).toThrow("occurs 2 times");
  expect(plant("abc")).toThrow("occurs 0 times");
});
