import fc from "fast-check";
import { expect, test } from "vitest";
import { type Delimiter, parseCsv, parseCsvLines } from "#lib/server/imports/csv.ts";

test.each<[string, string, string[][]]>([
  [
    "text behind a closing quote",
    '"a"b,c\n"47.1" ,"8.5"\n"a,b"c,d',
    [
      ["ab", "c"],
      ["47.1 ", "8.5"],
      ["a,bc", "d"],
    ],
  ],
  [
    "a quote inside a cell",
    'a"b,c" d"\n "a",b',
    [
      ['a"b', 'c" d"'],
      [' "a"', "b"],
    ],
  ],
  ["no closing quote", 'a,b\n"c,d\n""e', [["a", "b"], ['c,d\n"e']]],
  ["a quote at the end", 'a,"', [["a", ""]]],
  ["all kinds of line ends in one file", "a\rb\r\nc\nd\r\n", [["a"], ["b"], ["c"], ["d"]]],
  ["empty lines and cells", '\n,\n\n,a\n""', [[""], ["", ""], [""], ["", "a"], [""]]],
  ["rows of different lengths", "a\nb,c,d\ne,f", [["a"], ["b", "c", "d"], ["e", "f"]]],
  ["a byte order mark before a quoted cell", '\ufeff"a,b",c', [["a,b", "c"]]],
  ["nothing", "", []],
])("a table with %s", (_, text, rows) => {
  expect(parseCsv(text)).toEqual(rows);
});

test("a record has the line of the file in which it begins", () => {
  const text = 'sep=;\r\nä;b\r\n"c\r\nc";"d\rd"\r\n\r\n"e\ne"\nf';
  const found = parseCsvLines(text, ";").map(({ cells, line }) => [line, cells[0]]);
  expect(found).toEqual([
    [2, "ä"],
    [3, "c\r\nc"],
    [6, ""],
    [7, "e\ne"],
    [9, "f"],
  ]);
});

test("cells and their lines are what was written, with any delimiter", () => {
  const cell = fc.string({
    unit: fc.constantFrom('"', ",", ";", "|", "\t", "\n", "\r", "\r\n", " ", "a", "é", "😀"),
  });
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  const delimiters = fc.constantFrom<Delimiter>(",", ";", "\t", "|");
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), delimiters, (rows, delimiter) => {
      const written = rows.map((cells) =>
        cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter),
      );
      let line = 1;
      const expected = rows.map((cells, at) => {
        const record = { cells, line };
        line += 1 + ((written[at] ?? "").match(/\r\n|[\r\n]/g)?.length ?? 0);
        return record;
      });
      expect(parseCsvLines(written.join("\n"), delimiter)).toEqual(expected);
    }),
  );
});
