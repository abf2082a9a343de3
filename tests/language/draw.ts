// `node tests/language/draw.ts --seed 1` draws comments and exported names of the project, which somebody who does not
// know the code then judges: VERDICT.md holds the verdicts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { newSeededRandom } from "#tests/realtime/seeded-random.ts";
import { commentsOf, type FoundComment } from "./comments.ts";
import { exportedNamesOf, type ExportedName } from "./exported-names.ts";

const ROOT = join(import.meta.dirname, "../..");
const COMMENTS = 100;
const NAMES = 60;

/** Returns `count` different items, in an order that the seed determines. */
export function draw<T>(items: readonly T[], count: number, seed: number): T[] {
  const chance = newSeededRandom(seed);
  const left = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () =>
    left.splice(chance.below(left.length), 1),
  ).flat();
}

export function formatDraw(comments: readonly FoundComment[], names: readonly ExportedName[]): string {
  const commentRows = comments.map(
    ({ file, line, where, text }, index) => `${index + 1}. ${file}:${line}, ${where}: ${text}`,
  );
  const nameRows = names.map(({ file, kind, name }, index) => `${index + 1}. ${file}, ${kind} \`${name}\``);
  return ["## Comments", "", ...commentRows, "", "## Exported names", "", ...nameRows, ""].join("\n");
}

function printDraw(seed: number): void {
  const listed = execFileSync("git", ["ls-files", "-z", "*.ts", "*.tsx"], { cwd: ROOT, encoding: "utf8" });
  const sources = listed
    .split("\0")
    .filter((file) => file !== "")
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), "utf8") }));
  const comments = sources.flatMap(({ file, source }) => commentsOf(file, source));
  const names = sources.flatMap(({ file, source }) => exportedNamesOf(file, source));
  console.log(`# Draw with seed ${seed}\n\n${comments.length} comments, ${names.length} exported names\n`);
  console.log(formatDraw(draw(comments, COMMENTS, seed), draw(names, NAMES, seed)));
}

if (import.meta.main) {
  const { seed } = parseArgs({ options: { seed: { type: "string" } } }).values;
  if (seed === undefined || !/^\d+$/.test(seed))
    throw new Error("usage: node tests/language/draw.ts --seed N");
  printDraw(Number(seed));
}
