// `npm test` runs every part in turn, even after a failure. The last line has the totals.
// `--long` sets LONG_TESTS=1: tests marked as long run too, and random tests and soak tests take minutes instead of
// seconds.
// `--part vitest` runs only that part, for machines that share the work.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ONE_BY_ONE, type ProjectName, TWO_AT_ONCE } from "./e2e/project-names.ts";
import { type Outcome, readPlaywright, readVitest, slowestOf } from "./reports.ts";
import { runStep } from "./run-step.ts";
import { describeTime, judgeTime, measureCore } from "./time-budget.ts";
import { verifyCode } from "./verify.ts";

const { values: flags } = parseArgs({
  options: { long: { type: "boolean", default: false }, part: { type: "string", multiple: true } },
});
const LENGTH: Record<string, string> = flags.long ? { LONG_TESTS: "1" } : {};

const PARTS: Readonly<Record<string, (reports: string) => Promise<Outcome>>> = {
  verify: verifyCode,
  vitest,
  "one-by-one": oneByOne,
  "two-at-once": twoAtOnce,
};

/** A runner that fails without a failed test (no report) counts as one failure. */
function honest(name: string, outcome: Outcome, succeeded: boolean): Outcome {
  return succeeded || outcome.failures.length > 0
    ? outcome
    : { ...outcome, failures: [`${name}: no result`] };
}

async function vitest(reports: string): Promise<Outcome> {
  const file = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const name = "unit, integration, realtime, contract, faults";
  const succeeded = await runStep(name, ["vitest", "run", ...reporters], LENGTH);
  return honest(name, readVitest(file), succeeded);
}

function oneByOne(reports: string): Promise<Outcome> {
  return endToEnd(reports, "end to end, one by one", ["--workers=1", ...projects(ONE_BY_ONE)]);
}

function twoAtOnce(reports: string): Promise<Outcome> {
  return endToEnd(reports, "end to end", ["--workers=2", ...projects(TWO_AT_ONCE)]);
}

function projects(names: readonly ProjectName[]): string[] {
  return names.map((name) => `--project=${name}`);
}

async function endToEnd(reports: string, name: string, chosen: readonly string[]): Promise<Outcome> {
  const file = join(reports, `${name}.json`);
  const config = "--config=tests/e2e/playwright.config.ts";
  const command = ["playwright", "test", config, "--reporter=list,json", ...chosen];
  const succeeded = await runStep(name, command, { ...LENGTH, PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return honest(name, readPlaywright(file), succeeded);
}

/** Returns the parts to run, which `--part` selects. @throws Error that names the existing parts */
function chosenParts(): ReadonlyArray<[string, (reports: string) => Promise<Outcome>]> {
  const unknown = flags.part?.filter((name) => !(name in PARTS)) ?? [];
  if (unknown.length > 0)
    throw new Error(`There is no part ${unknown.join(", ")}: choose of ${Object.keys(PARTS).join(", ")}.`);
  return Object.entries(PARTS).filter(([name]) => flags.part?.includes(name) ?? true);
}

async function main(): Promise<void> {
  const reports = mkdtempSync(join(tmpdir(), "wayfare-reports-"));
  const start = performance.now();
  const coreMs = [measureCore()];
  let passed = 0;
  const failures: string[] = [];
  const took: string[] = [];
  for (const [name, run] of chosenParts()) {
    const startOfPart = performance.now();
    const outcome = await run(reports);
    passed += outcome.passed;
    failures.push(...outcome.failures);
    took.push(`${name}: ${((performance.now() - startOfPart) / 60_000).toFixed(1)} min`);
    if (outcome.files) took.push(...slowestOf(outcome.files));
  }
  rmSync(reports, { recursive: true, force: true });
  if (flags.part === undefined && !flags.long) {
    const minutes = (performance.now() - start) / 60_000;
    const verdict = judgeTime(minutes, [...coreMs, measureCore()]);
    const line = `in all: ${describeTime(minutes, verdict)}`;
    took.push(line);
    if (verdict === "exceeded") failures.push(`time budget: ${line}`);
  }
  console.log(`\nHow long it took, with the slowest files of each part:\n${took.join("\n")}\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
  for (const failure of failures) console.log(`✗ ${failure}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
}

await main();
