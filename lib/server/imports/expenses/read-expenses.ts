import { AppError } from "#lib/shared/errors.ts";
import { MAX_IMPORT_EXPENSES } from "#lib/shared/import-limits.ts";
import { parseCsv } from "../csv.ts";
import { isZip } from "../archive.ts";
import { looksLikeJson } from "../read-trip-file.ts";
import { decodeText, wrongContent } from "../text.ts";
import type { FoundExpenses } from "./found-expenses.ts";
import { readSplitPro } from "./splitpro.ts";
import { readSplitwise } from "./splitwise.ts";

/** An expense can be among so many. */
const MOST_PEOPLE = 100;

/**
 * The expenses of another program's file, whose columns tell which it is.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE for files of another kind; VALIDATION_FAILED, with the lines, for what does not
 * add up
 */
export function readExpenses(bytes: Uint8Array): FoundExpenses {
  const table = isZip(bytes) || looksLikeJson(bytes) ? [] : tableOf(decodeText(bytes));
  const found = readSplitPro(table) ?? readSplitwise(table);
  if (!found) {
    throw new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      "Send the CSV of a Splitwise group, or of a friend in SplitPro.",
    );
  }
  if (found.people.length > MOST_PEOPLE)
    throw wrongContent(`At most ${MOST_PEOPLE} people can be in one file.`);
  if (found.rows.length > MAX_IMPORT_EXPENSES) {
    throw wrongContent(
      `The file has ${found.rows.length} rows. At most ${MAX_IMPORT_EXPENSES} can be added at once; split it.`,
    );
  }
  return found;
}

const DELIMITERS = [",", ";", "\t"] as const;

/** Spreadsheets of many countries part cells by semicolons, since their decimals have commas. */
function tableOf(text: string): string[][] {
  const head =
    text
      .slice(0, 4000)
      .split(/[\r\n]/)
      .find((line) => line.trim() !== "") ?? "";
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length);
  return parseCsv(text, DELIMITERS[counts.indexOf(Math.max(...counts))]);
}
