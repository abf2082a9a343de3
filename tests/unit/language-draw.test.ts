import { expect, test } from "vitest";
import { commentsOf } from "#tests/language/comments.ts";
import { draw, formatDraw } from "#tests/language/draw.ts";
import { exportedNamesOf } from "#tests/language/exported-names.ts";

const SOURCE = `// @alone: sets the clock
// What the file is for,
// in two lines.
import { x } from "x";

/**
 * Returns the first
 * row.
 */
export function first(rows: Row[]) {
  const one = 1; // the one
  // Rows are sorted.
  return rows[one];
}

export interface Row {
  /** The name that screens show. */
  name: string;
}

test("a title", () => {
  x(/* @vite-ignore */ "x");
  // A wait would hang.
  x();
});

// The end.
`;

test("comments have their place and their text, and directives are left out", () => {
  expect(commentsOf("a.ts", SOURCE)).toEqual([
    { file: "a.ts", line: 2, where: "at the top of the file", text: "What the file is for, in two lines." },
    { file: "a.ts", line: 6, where: "above `first`", text: "Returns the first row." },
    { file: "a.ts", line: 11, where: "beside `first > one`", text: "the one" },
    { file: "a.ts", line: 12, where: "inside `first`", text: "Rows are sorted." },
    { file: "a.ts", line: 17, where: "above `Row > name`", text: "The name that screens show." },
    { file: "a.ts", line: 23, where: 'inside `test "a title"`', text: "A wait would hang." },
    { file: "a.ts", line: 27, where: "between declarations", text: "The end." },
  ]);
});

test("a comment beside code is not joined with the next line's", () => {
  const texts = commentsOf("a.ts", "const a = 1; // one\n// two\nconst b = 2;\n").map(({ text }) => text);
  expect(texts).toEqual(["one", "two"]);
});

test("names have their kind, and a name that is only passed on is left out", () => {
  const source = `
    export { other } from "./other.ts";
    export const MAX = 1, helper = () => 1;
    export const Memo = memo(Inner);
    export default function Page() { return null; }
    export type Id = string;
    export class Fault extends Error {}
    function late() {}
    export { late };
    const hidden = 1;
  `;
  const kinds = exportedNamesOf("a.tsx", source).map(({ kind, name }) => `${kind} ${name}`);
  expect(kinds).toEqual([
    "constant MAX",
    "function helper",
    "component Memo",
    "component Page",
    "type Id",
    "class Fault",
    "function late",
  ]);
});

test("a seed determines the draw, which holds nothing twice", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  const drawn = draw(items, 20, 7);
  expect(draw(items, 20, 7)).toEqual(drawn);
  expect(draw(items, 20, 8)).not.toEqual(drawn);
  expect(new Set(drawn).size).toBe(20);
  expect(draw(items, 99, 7).toSorted((a, b) => a - b)).toEqual(items);
});

test("the list has a row for each item", () => {
  const [comment] = commentsOf("a.ts", "/** One. */\nexport const ONE = 1;\n");
  const names = exportedNamesOf("a.ts", "export const ONE = 1;");
  expect(formatDraw(comment ? [comment] : [], names)).toContain("1. a.ts:1, above `ONE`: One.\n");
  expect(formatDraw([], names)).toContain("1. a.ts, constant `ONE`\n");
});
