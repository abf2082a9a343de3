// `npm run test:changed` runs the tests that a change can break, the nearest first, in about a minute.
// `--base main` compares with that commit, `--all` runs every affected file, `--browser` runs the browser tests whose
// names fit the change.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import {
  affectedTests,
  type AffectedTest,
  browserTests,
  testsWithinBudget,
} from "./helpers/affected-tests.ts";
import { globsOf, type ImportGraph, matchesAny, readImportGraph } from "./helpers/import-graph.ts";
import { filesMarked } from "./helpers/pragmas.ts";
import { IS_LONG } from "./helpers/tiers.ts";
import { type Outcome, readPlaywright, readVitest } from "./reports.ts";
import { runStep } from "./run-step.ts";

const ROOT = join(import.meta.dirname, "..");
/** The maximum duration of the chosen files in milliseconds, one after the other. */
const BUDGET_MS = 45_000;
const PROJECTS = ["unit", "unit, alone", "integration", "integration, alone", "realtime"];

const { values: flags } = parseArgs({
  options: {
    base: { type: "string" },
    all: { type: "boolean", default: false },
    browser: { type: "boolean", default: false },
  },
});

/** Returns the lines of a git command's output; null: the command failed. */
function git(...args: string[]): string[] | null {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : null;
}

/** Returns the commit where this branch left main; on main itself, the last commit. */
function baseOf(): string {
  const head = git("rev-parse", "HEAD")?.[0] ?? "HEAD";
  const bases = ["main", "origin/main"].flatMap((branch) => git("merge-base", "HEAD", branch) ?? []);
  return bases.find((base) => base !== head) ?? "HEAD";
}

function changedSince(base: string): string[] {
  const tracked = git("diff", "--name-only", "--no-renames", base, "--");
  if (!tracked) throw new Error(`git knows no commit ${base}.`);
  const added = git("ls-files", "--others", "--exclude-standard") ?? [];
  return [...new Set([...tracked, ...added])];
}

/** Adds to each test the changed files that match a pattern of files that the test looks through. */
function withGlobs(graph: ImportGraph, changed: readonly string[]): ImportGraph {
  const added = [...graph].map(([file, needed]) => {
    if (!/^tests\/.*\.test\.tsx?$/.test(file)) return [file, needed] as const;
    const globs = globsOf(readFileSync(join(ROOT, file), "utf8"));
    return [file, new Set([...needed, ...changed.filter((path) => matchesAny(path, globs))])] as const;
  });
  return new Map(added);
}

const LastRuns = z.object({
  projects: z.record(
    z.string(),
    z.object({ files: z.record(z.string(), z.object({ duration: z.number().optional() })) }),
  ),
});

/** Returns the durations that Vitest remembers of each file's last run; none, where it has another format. */
function lastDurations(): Map<string, number> {
  const durations = new Map<string, number>();
  for (const path of globSync("node_modules/.vite/vitest/*/results.json", { cwd: ROOT })) {
    const { data } = LastRuns.safeParse(JSON.parse(readFileSync(join(ROOT, path), "utf8")));
    for (const { files } of Object.values(data?.projects ?? {}))
      for (const [file, { duration }] of Object.entries(files)) if (duration) durations.set(file, duration);
  }
  return durations;
}

function printTests(title: string, tests: readonly AffectedTest[]): void {
  console.log(`\n${title}`);
  for (const { file, chain } of tests) {
    const [, ...through] = chain;
    console.log(`  ${file}${through.length === 0 ? " (changed)" : ` → ${through.join(" → ")}`}`);
  }
}

async function runVitest(files: readonly string[], reports: string): Promise<Outcome> {
  if (files.length === 0) return { passed: 0, failures: [] };
  const file = join(reports, "vitest.json");
  const projects = PROJECTS.flatMap((name) => ["--project", name]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const isFine = await runStep("tests", ["vitest", "run", ...projects, ...reporters, ...files]);
  return orNoResult(readVitest(file), isFine);
}

async function runBrowser(files: readonly string[], reports: string): Promise<Outcome> {
  if (files.length === 0) return { passed: 0, failures: [] };
  const file = join(reports, "playwright.json");
  const config = ["--config", "tests/e2e/playwright.config.ts", "--workers=1", "--reporter=list,json"];
  const command = ["playwright", "test", ...config, ...files];
  const isFine = await runStep("browser tests", command, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return orNoResult(readPlaywright(file), isFine);
}

/** A runner that fails without a failed test counts as one failure. */
function orNoResult(outcome: Outcome, isFine: boolean): Outcome {
  return isFine || outcome.failures.length > 0 ? outcome : { ...outcome, failures: ["no result"] };
}

function printLeftOut(left: readonly AffectedTest[], browser: readonly string[]): void {
  if (left.length > 0) {
    const names = left.slice(0, 5).map(({ file }) => file);
    console.log(
      `\nLeft out: ${left.length} files that are further away or too slow (--all runs them), such as ${names.join(", ")}.`,
    );
  }
  if (browser.length > 0 && !flags.browser)
    console.log(`\nBrowser tests that fit the change (--browser runs them): ${browser.join(", ")}`);
}

async function main(): Promise<void> {
  const base = flags.base ?? baseOf();
  const changed = changedSince(base);
  console.log(`Changed since ${base}: ${changed.length === 0 ? "nothing" : changed.join(", ")}`);
  const long = IS_LONG ? [] : filesMarked("tests/**/*.test.ts", "long");
  const graph = withGlobs(readImportGraph(ROOT), changed);
  const affected = affectedTests(graph, changed).filter(
    ({ file }) => existsSync(join(ROOT, file)) && !long.includes(file),
  );
  const chosen = flags.all ? affected : testsWithinBudget(affected, lastDurations(), BUDGET_MS);
  const browser = browserTests(changed, globSync("tests/e2e/*.test.ts", { cwd: ROOT }).toSorted());
  printTests(`Runs ${chosen.length} of ${affected.length} test files that need a changed file:`, chosen);
  const reports = mkdtempSync(join(tmpdir(), "wayfare-reports-"));
  const files = chosen.map(({ file }) => file);
  const outcomes = [await runVitest(files, reports), await runBrowser(flags.browser ? browser : [], reports)];
  rmSync(reports, { recursive: true, force: true });
  printLeftOut(
    affected.filter((each) => !chosen.includes(each)),
    browser,
  );
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  for (const failure of failures) console.log(`✗ ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
  console.log(`\n${outcomes.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failures.length} failed`);
}

await main();
