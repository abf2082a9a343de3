import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hintCompilation } from "#lib/local/compile-hints.ts";

const HINT = "//# allFunctionsCalledOnLoad\n";
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "wayfare-hints-"));
  mkdirSync(join(root, ".next/static/chunks"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

function file(name: string): string {
  return join(root, ".next/static/chunks", name);
}

test("code of pages begins with the hint, once, however often the build goes over it", () => {
  writeFileSync(file("page.js"), "go();");
  hintCompilation(root);
  hintCompilation(root);
  expect(readFileSync(file("page.js"), "utf8")).toBe(`${HINT}go();`);
});

test("large libraries and all that is no code stay as they are", () => {
  const map = `go();${" ".repeat(256 * 1024)}`;
  writeFileSync(file("map.js"), map);
  writeFileSync(file("page.css"), "p{}");
  hintCompilation(root);
  expect(readFileSync(file("map.js"), "utf8")).toBe(map);
  expect(readFileSync(file("page.css"), "utf8")).toBe("p{}");
});
