import * as z from "zod";
import { readBills } from "./bills.ts";
import type { ExpenseTable } from "./expense-table.ts";
import type { FoundExpenses } from "./found-expenses.ts";

/** The list of bills in the JSON export of I Hate Money, whose fields are called like the columns of its table. */
const Bills = z
  .array(
    z.object({
      what: z.unknown(),
      amount: z.unknown(),
      payer_name: z.unknown(),
      owers: z.array(z.string()).catch([]),
    }),
  )
  .min(1);
const TEXTS = ["date", "what", "bill_type", "amount", "currency", "payer_name", "payer_weight"] as const;
/** Separates the names of one cell. No name contains a line break. */
const BETWEEN = "\n";

/**
 * Reads the JSON export of I Hate Money in the same way as its table. A row's line number is the index of the bill,
 * from 1.
 * @returns null for another kind of value
 */
export function readBillsJson(
  value: unknown,
  ofTrip: Pick<ExpenseTable, "tripCurrency" | "expected">,
): FoundExpenses | null {
  const bills = Bills.safeParse(value);
  const records = z.array(z.record(z.string(), z.unknown())).safeParse(value);
  if (!bills.success || !records.success) return null;
  const lines = records.data.map((record, at) => ({
    cells: [...TEXTS.map((name) => textOf(record[name])), owersOf(bills.data[at]?.owers ?? [])],
    line: at + 1,
  }));
  const head = { cells: [...TEXTS, "owers"], line: 0 };
  return readBills({ lines: [head, ...lines], delimiter: ",", ...ofTrip }, BETWEEN);
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function owersOf(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/\s+/g, " ")).join(BETWEEN);
}
