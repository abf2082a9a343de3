import { MAX_IMPORT_EXPENSES } from "#lib/shared/import-limits.ts";
import { isZip } from "../archive.ts";
import { expectedExpenseDays } from "../expected-days.ts";
import { looksLikeJson, looksLikeJsonList, parseJson } from "../read-trip-file.ts";
import { decodeUnlabelled, wrongContent } from "../text.ts";
import { readBills } from "./bills.ts";
import { readBillsJson } from "./bills-json.ts";
import { type ExpenseTable, readExpenseTable } from "./expense-table.ts";
import type { FoundExpenses } from "./found-expenses.ts";
import { readSesterce } from "./sesterce.ts";
import { readSettleUp } from "./settle-up.ts";
import { readSpliit } from "./spliit.ts";
import { readSpliitJson } from "./spliit-json.ts";
import { readSplitPro } from "./splitpro.ts";
import { readSplitwise } from "./splitwise.ts";
import { readTricount } from "./tricount.ts";
import { unreadableKind, unsupportedFormatError } from "./unreadable.ts";

/** Maximum number of people of a file, as many as one expense can have. */
const MOST_PEOPLE = 100;

/**
 * The readers that recognise a file by the headers of its columns; they are tried before the reader for Splitwise,
 * which recognises a file by its shape.
 */
const READERS: readonly ((table: ExpenseTable) => FoundExpenses | null)[] = [
  readSplitPro,
  readSpliit,
  readBills,
  readSettleUp,
  readTricount,
  readSesterce,
];

/**
 * Reads the expenses of another program's file; the columns tell which program wrote it.
 * @param tripCurrency the currency of a file that names none
 * @param tripDays the days near which the dates are expected
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for files of another kind, with the kind in `details.kind`; VALIDATION_FAILED
 * with the lines when nothing is understood
 */
export function readExpenses(
  bytes: Uint8Array,
  tripCurrency: string,
  tripDays: readonly string[] = [],
): FoundExpenses {
  const found = readFile(bytes, { tripCurrency, expected: expectedExpenseDays(tripDays) });
  if (found.people.length > MOST_PEOPLE)
    throw wrongContent("people", `At most ${MOST_PEOPLE} people can be in one file.`);
  if (found.rows.length > MAX_IMPORT_EXPENSES) {
    throw wrongContent(
      "too-much",
      `The file has ${found.rows.length} rows. At most ${MAX_IMPORT_EXPENSES} can be added at once; split it.`,
    );
  }
  return found;
}

function readFile(bytes: Uint8Array, ofTrip: Pick<ExpenseTable, "tripCurrency" | "expected">): FoundExpenses {
  if (isZip(bytes)) throw unsupportedFormatError("archive");
  if (looksLikeJson(bytes) || looksLikeJsonList(bytes)) {
    const value = parseJson(bytes);
    const found = readSpliitJson(value, ofTrip.tripCurrency) ?? readBillsJson(value, ofTrip);
    if (found) return found;
    throw unsupportedFormatError("json");
  }
  const table = readExpenseTable(decodeUnlabelled(bytes), ofTrip);
  for (const read of READERS) {
    const found = read(table);
    if (found) return found;
  }
  const kind = unreadableKind(table);
  const found = kind ? null : readSplitwise(table);
  if (found) return found;
  throw unsupportedFormatError(kind ?? "unknown");
}
