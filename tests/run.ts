// `npm test`: everything, one after the other, whatever fails. The last line counts it all.
// `--long` sets LONG_TESTS=1, for which fuzzers and soaks take minutes in place of seconds.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { ONE_BY_ONE, type ProjectName, TWO_AT_ONCE } from "./e2e/project-names.ts";
import { runStep } from "./run-step.ts";
import { type Counts, verify } from "./verify.ts";

const { values: flags } = parseArgs({ options: { long: { type: "boolean", default: false } } });
const LENGTH: Record<string, string> = flags.long ? { LONG_TESTS: "1" } : {};

const VitestReport = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

/** A runner that fails without a failed test (a broken file, no report) counts as one failure. */
function honest(counts: Counts, succeeded: boolean): Counts {
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

async function vitest(reports: string): Promise<Counts> {
  const file = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const succeeded = await runStep(
    "unit, integration, realtime, contract, faults",
    ["vitest", "run", ...reporters],
    LENGTH,
  );
  const counts: Counts = { passed: 0, failed: 0 };
  for (const { status, assertionResults } of readReport(file, VitestReport)?.testResults ?? []) {
    const failed = assertionResults.filter((result) => result.status === "failed").length;
    counts.passed += assertionResults.filter((result) => result.status === "passed").length;
    // A file whose imports or set-up fail has no failed test of its own.
    counts.failed += status === "failed" ? Math.max(failed, 1) : failed;
  }
  return honest(counts, succeeded);
}

function oneByOne(reports: string): Promise<Counts> {
  return endToEnd(reports, "end to end, one by one", ["--workers=1", ...projects(ONE_BY_ONE)]);
}

function twoAtOnce(reports: string): Promise<Counts> {
  return endToEnd(reports, "end to end", ["--workers=2", ...projects(TWO_AT_ONCE)]);
}

function projects(names: readonly ProjectName[]): string[] {
  return names.map((name) => `--project=${name}`);
}

async function endToEnd(reports: string, name: string, chosen: readonly string[]): Promise<Counts> {
  const file = join(reports, `${name}.json`);
  const config = "--config=tests/e2e/playwright.config.ts";
  const command = ["playwright", "test", config, "--reporter=list,json", ...chosen];
  const succeeded = await runStep(name, command, { ...LENGTH, PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { expected = 0, flaky = 0, unexpected = 0 } = readReport(file, PlaywrightReport)?.stats ?? {};
  return honest({ passed: expected + flaky, failed: unexpected }, succeeded);
}

async function main(): Promise<void> {
  const reports = mkdtempSync(join(tmpdir(), "wayfare-reports-"));
  const total: Counts = { passed: 0, failed: 0 };
  for (const stage of [verify, vitest, oneByOne, twoAtOnce]) {
    const { passed, failed } = await stage(reports);
    total.passed += passed;
    total.failed += failed;
  }
  rmSync(reports, { recursive: true, force: true });
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

await main();
