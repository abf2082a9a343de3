import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, ".github/SECURITY-ASSESSMENT.md"), "utf8");

const LINE =
  /^\| V([\d.]+)\s*\| ([12])\s*\| (.+?)\s*\| (held|partly|not held|operator|n\/a)\s*\| (.+?)\s*\|$/gm;
const lines = [...text.matchAll(LINE)].map(([, id = "", level = "", asked = "", state = "", why = ""]) => ({
  id,
  level: Number(level),
  asked,
  state,
  why,
}));

/** The number of requirements of levels 1 and 2 in each chapter of the standard (OWASP ASVS 5.0.0). */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

describe("the security assessment", () => {
  test("has a line for every requirement of levels 1 and 2", () => {
    const rows = text.split("\n").filter((line) => /^\| V\d/.test(line));
    expect(lines.length).toBe(rows.length);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(253);
    expect([1, 2].map((level) => lines.filter((line) => line.level === level).length)).toEqual([70, 183]);
    const counted = CHAPTERS.map((_, at) => lines.filter(({ id }) => id.startsWith(`${at + 1}.`)).length);
    expect(counted).toEqual(CHAPTERS);
  });

  test("leaves none without a test or a reason", () => {
    for (const { id, state, asked, why } of lines) {
      expect(asked.length, id).toBeGreaterThan(2);
      const names = /`tests\/[^`]+`/.test(why);
      expect(names || why.length > 8, `V${id} is ${state}, and says: ${why}`).toBe(true);
    }
  });

  test("names files that are there", () => {
    const named = [...text.matchAll(/`((?:tests|lib|app|db|party|public|\.github)\/[^`\s]*\.\w+)`/g)].map(
      ([, file = ""]) => file,
    );
    expect(named.length).toBeGreaterThan(150);
    expect([...new Set(named)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  test("counts what it says, and gathers what is open", () => {
    const [, held, partly, open, operators, none] =
      /(\d+) held, (\d+) partly, (\d+) not held, (\d+) the operator's, (\d+) of things/.exec(text) ?? [];
    const of = (state: string) => String(lines.filter((line) => line.state === state).length);
    expect([held, partly, open, operators, none]).toEqual(
      ["held", "partly", "not held", "operator", "n/a"].map(of),
    );
    const gathered = text.slice(text.indexOf("## What is open"));
    const ranges = new Set(
      [...gathered.matchAll(/V([\d.]+)\.(\d+) to V\1\.(\d+)/g)].flatMap(([, section, from, to]) =>
        Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${section}.${Number(from) + at}`),
      ),
    );
    const missing = lines.filter(
      ({ id, state }) => state === "not held" && !ranges.has(id) && !gathered.includes(`V${id}`),
    );
    expect(missing).toEqual([]);
  });
});
