import { MAX_IMPORT_EXPENSES } from "#lib/shared/import-limits.ts";
import { isZip } from "../archive.ts";
import { daysAround } from "../expected-days.ts";
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
import { unreadableKind, unsupported } from "./unreadable.ts";

/** An expense can be among so many. */
const MOST_PEOPLE = 100;

/** Those that are known by their columns' names come before the one that is known by its shape. */
const READERS: readonly ((table: ExpenseTable) => FoundExpenses | null)[] = [
  readSplitPro,
  readSpliit,
  readBills,
  readSettleUp,
  readTricount,
  readSesterce,
];

/**
 * The expenses of another program's file, whose columns tell which it is.
 * @param tripCurrency what a file that names no currency is taken to count in
 * @param tripDays around which its dates are
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for files of another kind, whose `details.kind` says which; VALIDATION_FAILED, with the
 * lines, where nothing of it is understood
 */
export function readExpenses(
  bytes: Uint8Array,
  tripCurrency: string,
  tripDays: readonly string[] = [],
): FoundExpenses {
  const found = readFile(bytes, { tripCurrency, expected: daysAround(tripDays) });
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
  if (isZip(bytes)) throw unsupported("archive");
  if (looksLikeJson(bytes) || looksLikeJsonList(bytes)) {
    const value = parseJson(bytes);
    const found = readSpliitJson(value, ofTrip.tripCurrency) ?? readBillsJson(value, ofTrip);
    if (found) return found;
    throw unsupported("json");
  }
  const table = readExpenseTable(decodeUnlabelled(bytes), ofTrip);
  for (const read of READERS) {
    const found = read(table);
    if (found) return found;
  }
  const kind = unreadableKind(table);
  const found = kind ? null : readSplitwise(table);
  if (found) return found;
  throw unsupported(kind ?? "unknown");
}
