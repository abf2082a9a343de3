import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readPlaywright, readVitest, slowestOf } from "#tests/reports.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "wayfare-reports-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function written(report: unknown): string {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const NO_TIME = { startTime: 0, endTime: 0 };
const outcome = (status: string, message?: string) => ({
  projectName: "maps",
  status,
  results: [{ duration: 1500, error: message === undefined ? undefined : { message } }],
});

describe("what Vitest reports", () => {
  test("each failed test is named with the first line that it said", () => {
    const file = written({
      testResults: [
        {
          name: "money.test.ts",
          status: "failed",
          startTime: 1000,
          endTime: 4000,
          assertionResults: [
            { status: "passed", fullName: "money adds up", failureMessages: [] },
            { status: "failed", fullName: "money is exact", failureMessages: ["expected 1 to be 2\n at x"] },
            { status: "skipped", fullName: "money is skipped", failureMessages: [] },
          ],
        },
      ],
    });
    const failures = ["money is exact: expected 1 to be 2"];
    const files = new Map([["money.test.ts", 3000]]);
    expect(readVitest(file)).toEqual({ passed: 1, failures, files });
  });

  test("a file that could not begin counts as one", () => {
    const file = written({
      testResults: [
        {
          name: "broken.test.ts",
          status: "failed",
          message: "no such module",
          ...NO_TIME,
          assertionResults: [],
        },
      ],
    });
    expect(readVitest(file)).toMatchObject({ passed: 0, failures: ["broken.test.ts: no such module"] });
  });
});

describe("what Playwright reports", () => {
  test("failures are named with their project and file, without colours", () => {
    const colored = `${String.fromCodePoint(27)}[31mtoo slow${String.fromCodePoint(27)}[39m\nmore`;
    const file = written({
      errors: [],
      suites: [
        {
          title: "map.test.ts",
          specs: [{ title: "draws", tests: [outcome("expected")] }],
          suites: [
            {
              title: "phone",
              specs: [
                { title: "pans", tests: [outcome("unexpected", colored)] },
                { title: "zooms", tests: [outcome("skipped")] },
              ],
            },
          ],
        },
      ],
    });
    const failures = ["[maps] › map.test.ts › phone › pans: too slow"];
    // The file has three tests, of which one was skipped.
    const files = new Map([["map.test.ts", 4500]]);
    expect(readPlaywright(file)).toEqual({ passed: 1, failures, files });
  });

  test("what failed outside of the tests counts too", () => {
    const file = written({ errors: [{ message: "the server did not start" }], suites: [] });
    expect(readPlaywright(file).failures).toEqual(["outside of any test: the server did not start"]);
  });
});

test("a report that was never written has nothing that passed", () => {
  const missing = join(folder, "missing.json");
  expect(readVitest(missing)).toMatchObject({ passed: 0, failures: [] });
  expect(readPlaywright(missing)).toMatchObject({ passed: 0, failures: [] });
});

test("the slowest ten files are told, the slowest first", () => {
  const files = new Map(Array.from({ length: 12 }, (_, index) => [`${index}.test.ts`, index * 1000]));
  const lines = slowestOf(files);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("   11.0 s  11.test.ts");
});
