// `node tests/audit.ts` lists known vulnerabilities in the shipped packages. A registry that knows no vulnerabilities
// at all is told apart from one that finds none; in that case the script lists the versions for a manual check, and
// fails with `--must-know`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import * as z from "zod";

const ROOT = join(import.meta.dirname, "..");
const GRAVE = ["high", "critical"] as const;

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ severity: z.string(), range: z.string(), isDirect: z.boolean() }),
  ),
});
const Tree = z.object({ dependencies: z.record(z.string(), z.looseObject({ version: z.string() })) });

export interface Verdict {
  failed: boolean;
  lines: string[];
}

/** Returns the result of `npm audit --json`; undefined if the output cannot be parsed. */
export function readAuditResult(said: string): Verdict | undefined {
  const report = Report.safeParse(parsed(said)).data;
  if (!report) return undefined;
  const found = Object.entries(report.vulnerabilities);
  const lines = found.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`);
  const failed = found.some(([, { severity }]) => GRAVE.some((grave) => grave === severity));
  return {
    failed,
    lines: lines.length > 0 ? lines.toSorted((a, b) => a.localeCompare(b)) : ["No known holes."],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function npm(args: readonly string[]): string {
  return spawnSync("npm", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 }).stdout;
}

function versions(): string[] {
  const { dependencies } = Tree.parse(parsed(npm(["ls", "--omit=dev", "--json"])));
  return Object.entries(dependencies).map(([name, { version }]) => `${name} ${version}`);
}

if (import.meta.main) {
  const verdict = readAuditResult(npm(["audit", "--omit=dev", "--json"]));
  const unknown = ["The registry tells of no holes. What is shipped:", ...versions()];
  console.log((verdict?.lines ?? unknown).join("\n"));
  const isKnown = verdict !== undefined || !process.argv.includes("--must-know");
  process.exitCode = isKnown && !verdict?.failed ? 0 : 1;
}
