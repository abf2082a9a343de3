import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesMarked } from "#tests/helpers/pragmas.ts";

const ROOT = join(import.meta.dirname, "../..");
const INTEGRATION = "tests/integration/**/*.test.ts";

/** Changes of a test file that other files of the same worker would notice. */
const SHARED_STATE = [
  ["the environment", /process\.env(\.[A-Z_]+|\[[^\]]*\]) =[^=]|Object\.assign\(process\.env|vi\.stubEnv/],
  ["a helper that sets it", /await use[A-Z]\w+\(/],
  ["modules", /vi\.resetModules/],
  ["the clock", /vi\.setSystemTime|useFakeTimers\([^)]*"Date"/],
  ["checks of whole tables", /\bexpectIntegrity\(/],
] as const;

test("a file that changes or looks at what its worker's files share has a worker of its own", () => {
  const alone = filesMarked(INTEGRATION, "alone");
  const unmarked = globSync(INTEGRATION, { cwd: ROOT }).filter((file) => !alone.includes(file));
  expect(alone.length).toBeGreaterThan(0);
  const wrong = unmarked.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return SHARED_STATE.flatMap(([what, pattern]) => (pattern.test(source) ? [`${file}: ${what}`] : []));
  });
  expect(wrong).toEqual([]);
});

test("each mark says why", () => {
  const marked = filesMarked("tests/**/*.test.ts", "alone", "long");
  const reasons = marked.map((file) => readFileSync(join(ROOT, file), "utf8").split("\n", 1)[0]);
  expect(reasons.filter((line) => !/^\/\/ (@\w+ )*@\w+: \S.{10,}$/.test(line ?? ""))).toEqual([]);
});
