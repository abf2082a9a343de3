import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readExpenses } from "#lib/server/imports/expenses/read-expenses.ts";
import { AppError } from "#lib/shared/errors.ts";
import { LEFT_OUT_REASONS } from "#lib/shared/expense-imports.ts";
import { labelField } from "#lib/shared/fields.ts";
import { EXPENSE_FORMATS as FORMATS } from "#tests/helpers/expense-formats.ts";
import { IS_LONG } from "#tests/helpers/tiers.ts";

describe("nothing of a damaged file is dropped without a word", () => {
  test.each(Object.keys(FORMATS) as (keyof typeof FORMATS)[])("%s", (name) => {
    const lines: readonly string[] = FORMATS[name];
    const head = lines.findIndex((line) => line.split(",").length > 5);
    const start = lines.slice(0, head + 1).join("\n");
    const text = lines.slice(head + 1).join("\n");
    const change = fc.record({
      at: fc.nat({ max: text.length - 1 }),
      cut: fc.integer({ min: 0, max: 4 }),
      put: fc.oneof(
        fc.constantFrom(
          "",
          '"',
          ",",
          "\n",
          "\n\n",
          ";",
          "-",
          "1",
          "x",
          "EUR",
          "0",
          "é",
          "\u0000",
          "\u202e",
          "\u200b",
        ),
        fc.string({ maxLength: 3 }),
      ),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const damaged = changes.reduce(
          (all, { at, cut, put }) => all.slice(0, at) + put + all.slice(at + cut),
          text,
        );
        const found = readOrRefusal(`${start}\n${damaged}`);
        if (!found) return;
        const { rows, empty, leftOut, totals } = found;
        expect(empty).toBeGreaterThanOrEqual(0);
        expect(rows.length + empty + leftOut.length + totals).toBe(countBills(damaged));
        for (const { title } of rows) expect(labelField(200).safeParse(title).data).toBe(title);
        for (const { reason } of leftOut) expect(LEFT_OUT_REASONS).toContain(reason);
      }),
      { numRuns: IS_LONG ? 10_000 : 300 },
    );
  });
});

function readOrRefusal(text: string): ReturnType<typeof readExpenses> | null {
  try {
    return readExpenses(new TextEncoder().encode(text), "EUR");
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Counts the expenses with code of its own, character by character, so that it does not share a fault of the reader.
 * Tables and lines without expenses end the count.
 */
function countBills(text: string): number {
  const records = recordsOf(text).filter((record) => record.replaceAll(/[,"\s]/g, "") !== "");
  const end = records.findIndex((record) => record.startsWith("categoryname,"));
  const bills = end < 0 ? records : records.slice(0, end);
  return bills.filter(
    (record) => !/^tricount .* - exported on\b/i.test(record.split(",")[0]?.replace(/^"/, "") ?? ""),
  ).length;
}

function recordsOf(text: string): string[] {
  const records: string[] = [];
  // A quote counts only at the beginning of a cell, until its closing quote.
  let [record, isCellStart, isQuoted, wasQuoted] = ["", true, false, false];
  for (const sign of text) {
    const isQuote = sign === '"' && (isCellStart || isQuoted || wasQuoted);
    if (isQuote) isQuoted = !isQuoted;
    wasQuoted = isQuote && !isQuoted;
    isCellStart = !isQuoted && /[,\r\n]/.test(sign);
    if (!isQuoted && /[\r\n]/.test(sign)) {
      records.push(record);
      record = "";
      // Inside quotes a comma is text, so a cell that has only commas is not empty.
    } else record += isQuoted && sign === "," ? "·" : sign;
  }
  return [...records, record];
}
