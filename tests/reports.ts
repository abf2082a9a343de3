import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod";

/** The result of a stage of `npm test`. */
export interface Outcome {
  passed: number;
  /** One text line per failure: what failed, and its first message. */
  failures: readonly string[];
  /** The duration of each file's tests in milliseconds; files that run in parallel are counted separately. */
  files?: ReadonlyMap<string, number>;
}

const VitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

interface Suite {
  title: string;
  suites?: Suite[] | undefined;
  specs: z.infer<typeof Spec>[];
}
const Spec = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(
        z.object({
          duration: z.number(),
          error: z.object({ message: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
});
const Suite: z.ZodType<Suite> = z.object({
  title: z.string(),
  get suites() {
    return z.array(Suite).optional();
  },
  specs: z.array(Spec),
});
const PlaywrightReport = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/**
 * Reads the outcome of a run of Vitest.
 * @param file - the output of Vitest's JSON reporter; a missing file means a run without a result
 */
export function readVitest(file: string): Outcome {
  const files = read(file, VitestReport)?.testResults ?? [];
  const results = files.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: results.filter(({ status }) => status === "passed").length,
    failures: files.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === "failed");
      const lines = failed.map(({ fullName, failureMessages }) => line(fullName, failureMessages?.[0]));
      // A file whose imports or set-up fail has no failed test of its own.
      return status === "failed" && lines.length === 0 ? [line(name, message)] : lines;
    }),
    files: summed(files.map(({ name, startTime, endTime }) => [name, endTime - startTime])),
  };
}

/**
 * Reads the outcome of a run of Playwright.
 * @param file - the output of Playwright's JSON reporter; a missing file means a run without a result
 */
export function readPlaywright(file: string): Outcome {
  const { suites = [], errors = [] } = read(file, PlaywrightReport) ?? {};
  const tests = suites.flatMap((suite) => testsOf(suite, []));
  return {
    passed: tests.filter(({ status }) => status === "expected" || status === "flaky").length,
    failures: [
      ...tests.filter(({ status }) => status === "unexpected").map(({ name, error }) => line(name, error)),
      ...errors.map(({ message }) => line("outside of any test", message)),
    ],
    files: summed(tests.map((each) => [each.file, each.ms])),
  };
}

/** Returns the ten files that took longest, one text line each. */
export function slowestOf(files: ReadonlyMap<string, number>): string[] {
  const slowest = [...files].toSorted(([, a], [, b]) => b - a).slice(0, 10);
  return slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

function summed(parts: ReadonlyArray<readonly [file: string, ms: number]>): Map<string, number> {
  const files = new Map<string, number>();
  for (const [file, ms] of parts) files.set(file, (files.get(file) ?? 0) + ms);
  return files;
}

interface Test {
  name: string;
  file: string;
  ms: number;
  status: string;
  error: string | undefined;
}

function testsOf({ title, suites = [], specs }: Suite, above: readonly string[]): Test[] {
  const path = [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }) => ({
      name: [`[${projectName}]`, ...path, spec.title].join(" › "),
      // Playwright's outermost suites are files.
      file: path[0] ?? "",
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      status,
      error: results.at(-1)?.error?.message,
    })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, path))];
}

function line(name: string, said = ""): string {
  const [first = ""] = stripVTControlCharacters(said).trimStart().split("\n");
  return first === "" ? name : `${name}: ${first.slice(0, 300)}`;
}

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}
