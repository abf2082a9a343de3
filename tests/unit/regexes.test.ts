import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { check, type VulnerableDiagnostics } from "recheck";
import { describe, expect, test } from "vitest";
import { readCoordinates } from "#lib/shared/coordinates.ts";
import { splitPaste } from "#lib/server/places/paste/split-paste.ts";
import { readPastedPlace } from "#lib/shared/pasted-place.ts";
import { readTypedPoint } from "#lib/shared/typed-point.ts";

const ROOT = join(import.meta.dirname, "../..");
const MOST_MS = 50;

/**
 * Patterns whose time can grow with the square of the text, with the maximum length of their texts. The time of all
 * others grows with the length only.
 */
const BOUNDED: Readonly<Record<string, { longest: number; why: string }>> = {
  "/\\/+$/": { longest: 500, why: "addresses of the configuration" },
  "/=+$/": { longest: 500, why: "what was made by btoa, and secrets of the configuration" },
  "/^(mailto:\\S+@\\S+|https:\\/\\/\\S+)$/": { longest: 500, why: "the configuration" },
  "/^(\\S+?)(?:,\\s*|\\s+|$)(.*)$/": { longest: 2000, why: "the longest search for a place" },
  "/0+$/": { longest: 15, why: "a Plus code's digits" },
  "/\\.?0*$/": { longest: 100, why: "a rate's digits" },
  "/^[. ]+|[. ]+$/g": { longest: 500, why: "a trip's title, in single spaces" },
  "/\\[(?:body\\.?)?([^\\]]*)\\] (.*?)(?=; \\[|$)/g": { longest: 2000, why: "MAX_SAID" },
  "/[\\p{P}\\p{Z}]+(?=[\\p{L}\\p{N}])/gu": { longest: 200, why: "names of the gazetteer, when it is made" },
  '/<([^>]+)>;\\s*rel="next"/': { longest: 500, why: "the service's own Link header" },
  "/^(?:\\u00ef\\u00bb\\u00bf)?<\\?xml[^>]*\\sencoding\\s*=\\s*[\"']([\\w.:-]{1,40})[\"']/": {
    longest: 200,
    why: "the beginning of a file",
  },
  '/(?<=[;\\t\\n])(?=[ "]*[=+\\-@＝＋－＠][^;\\t\\n]*[(|!]|\'+[ "]*[=+\\-@＝＋－＠])/g': {
    longest: 10_000,
    why: "a note",
  },
  "/[.:*]+$/": { longest: 60, why: "the head of a column, cut" },
  "/^(?:SRID=\\d+;)?\\s*POINT\\s*(?:Z|M|ZM)?\\s*\\(\\s*([^\\s()]+)\\s+([^\\s()]+)(?:\\s+[^\\s()]+){0,2}\\s*\\)$/i":
    {
      longest: 200,
      why: "MAX_WKT_LENGTH",
    },
  "/^[\\w.%~+/=-]{1,512}$/": { longest: 16_000, why: "a header" },
  "/\\B(?=(\\d{3})+$)/g": { longest: 30, why: "digits of an amount" },
  "/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/": { longest: 500, why: "a booking's contact has 300 characters" },
  "/(?:!?\\[[^\\]]*(?:\\](?:\\([^)]*)?)?|[*_~`]{1,3}|\\\\|<[^\\s<>]*)$/": {
    longest: 4000,
    why: "LONGEST of a line",
  },
  "/[.,:;!?]+$/": { longest: 4000, why: "LONGEST of a line" },
  "/\\bVersion\\/[\\d.]+ .*Safari\\//": {
    longest: 1000,
    why: "a browser's own name of itself, shown to its owner alone",
  },
};

interface Found {
  pattern: string;
  flags: string;
  files: string[];
}

const found = new Map<string, Found>();
const made: string[] = [];
for (const file of globSync("{app,lib,party,db}/**/*.{ts,tsx}", { cwd: ROOT })) {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), "utf8"));
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      const key = `/${pattern}/${flags}`;
      const known = found.get(key) ?? { pattern, flags, files: [] };
      found.set(key, { ...known, files: [...known.files, file] });
    },
    NewExpression({ callee }) {
      if (callee.type === "Identifier" && callee.name === "RegExp") made.push(file);
    },
  }).visit(program);
}

/** Returns the text for which the pattern takes longest, among texts of the maximum length. */
function worstText({ pumps, suffix }: VulnerableDiagnostics["attack"], longest: number): string {
  const fixed = suffix.length + pumps.reduce((sum, { prefix }) => sum + prefix.length, 0);
  const each = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(1, Math.floor((longest - fixed) / Math.max(1, each)));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + suffix;
}

/** Returns the shortest of several times, which other processes on the machine influence least. */
function quickest(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = performance.now();
    work();
    return performance.now() - before;
  });
  return Math.min(...times);
}

/**
 * The platforms for which the checker exists as a program. Its JavaScript version has other results on slow machines
 * than on fast ones.
 */
const JUDGED = ["linux x64", "darwin x64", "darwin arm64", "win32 x64"];

describe.runIf(JUDGED.includes(`${process.platform} ${process.arch}`))("regular expressions", () => {
  test.each([...found])("%s takes no text long", async (key, { pattern, flags, files }) => {
    const judged = await check(pattern, flags, { timeout: 20_000 });
    const bound = BOUNDED[key];
    // The depth of the check depends on the machine, so it can rate a pattern of the list as safe.
    if (judged.status === "safe") return;
    if (judged.status === "unknown")
      throw new Error(`${files.join(", ")}: nobody can tell (${judged.error.kind})`);
    expect(bound, `${files.join(", ")}: ${judged.complexity.summary}`).toBeDefined();
    const text = worstText(judged.attack, bound?.longest ?? 0);
    const regex = new RegExp(pattern, flags);
    expect(quickest(() => void text.replace(regex, ""))).toBeLessThan(MOST_MS);
  });

  test("the list names none that is gone", () => {
    expect(Object.keys(BOUNDED).filter((key) => !found.has(key))).toEqual([]);
    expect(found.size).toBeGreaterThan(200);
  });
});

/** Texts to test patterns with that are built at run time: long runs of the characters that the patterns search for. */
const RUNS = [
  " ",
  "\t",
  "1",
  "1.",
  "1,",
  ",",
  "°",
  "1°",
  "1° ",
  "'",
  "N",
  "@",
  "@1,",
  "-",
  "/",
  "(",
  "a",
  "京",
];

test("those that are put together are these, and take no text long either", () => {
  expect([...new Set(made)].toSorted()).toEqual([
    "app/trips/[tripId]/_discussion/comment-parts.ts",
    "lib/server/auth/open-paths.ts",
    "lib/server/places/paste/line-heads.ts",
    "lib/shared/fold.ts",
    "lib/shared/map-links/google.ts",
    "lib/shared/typed-time.ts",
  ]);
  for (const run of RUNS) {
    for (const [start, end] of [
      ["", ""],
      ["35.0116", "x"],
      ["N 35", "E"],
      ["https://maps.test/@", "x"],
      ["https://www.google.com/maps/dir/", "/@x"],
      ["geo:", ")"],
    ]) {
      const text = `${start}${run.repeat(2000 / run.length)}${end}`;
      for (const read of [readCoordinates, readTypedPoint, readPastedPlace, splitPaste]) {
        expect(
          quickest(() => void read(text)),
          `${start}${run}${end}`,
        ).toBeLessThan(MOST_MS);
      }
    }
  }
});
