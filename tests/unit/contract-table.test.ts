import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const HERE = join(import.meta.dirname, "../contract");

interface Named {
  title: string;
  file: string;
}

/** Returns the names of tests and their groups: “Part › row: what”. */
function allNames(): Named[] {
  return globSync("*.test.ts", { cwd: HERE }).flatMap((name) => {
    const source = readFileSync(join(HERE, name), "utf8");
    const file = basename(name, ".test.ts");
    return [...source.matchAll(/"([^"\n]* › [^"\n]*)"/g)].map(([, title = ""]) => ({ title, file }));
  });
}

/** Returns the rows of the table: how the tests' names begin, and in which files the tests are. */
function allRows(): { start: string; files: string[] }[] {
  const readme = readFileSync(join(HERE, "README.md"), "utf8");
  return [...readme.matchAll(/“([^”]+)…” in ((?:`[\w-]+`(?:, )?)+)/g)].map(([, start = "", files = ""]) => ({
    start,
    files: [...files.matchAll(/`([\w-]+)`/g)].map(([, file = ""]) => file),
  }));
}

test("every row of the table has its tests, in the files that it names", () => {
  const names = allNames();
  expect(allRows().length).toBeGreaterThan(80);
  for (const { start, files } of allRows()) {
    const found = new Set(names.filter(({ title }) => title.startsWith(start)).map(({ file }) => file));
    expect([start, [...found].toSorted()]).toEqual([start, files]);
  }
});

test("every test of a part of the contract is in the table", () => {
  const starts = allRows().map(({ start }) => start);
  const missing = allNames().filter(({ title }) => !starts.some((start) => title.startsWith(start)));
  expect(missing).toEqual([]);
});
