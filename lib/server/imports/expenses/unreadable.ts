import { AppError } from "#lib/shared/errors.ts";
import type { UnreadableExpenses } from "#lib/shared/expense-imports.ts";
import { MONEY_LABELS } from "../../exports/money-labels.ts";
import type { ExpenseTable } from "./expense-table.ts";

const WORDS: Readonly<Record<UnreadableExpenses, string>> = {
  archive: "This is an archive or a spreadsheet's own format. Save the table in it as CSV, and send that.",
  json: "This JSON is no group of Spliit's, and no list of I Hate Money's bills. Send the CSV that the other program exports.",
  bank: "This is a bank's statement: it says what was paid, but not for whom. Send the export of a program that shares expenses.",
  wayfare:
    "This is Wayfare's own table of expenses, made for spreadsheets. Export the trip as JSON instead, and start a new trip from that.",
  tricount:
    "This looks like a tricount's table in another language. Set tricount to English, export it again, and send that.",
  unknown:
    "Send what Splitwise, SplitPro, Spliit, Cospend, I Hate Money, Settle Up, Splid, Tricount or Sesterce exports of a group.",
};

export function unsupportedFormatError(kind: UnreadableExpenses): AppError {
  return new AppError("UNSUPPORTED_MEDIA_TYPE", WORDS[kind], { details: { kind } });
}

/** Headers that only bank statements have, in several languages. */
const BANK =
  /\b(?:iban|bic|balance|saldo|solde|kontostand|valuta|value date|completed date|started date|booking date|buchungstag|auftraggeber|beneficiary|payee|counterparty|reference|debit|credit|fee)\b|余额|交易/i;
/** Headers of programs for shared expenses, and of their statistics with one member per line. */
const NOT_BANK = /\b(?:paid|payer|owes|share|split|mitgliedsname|nom du membre)\b/i;
const TRICOUNT = /\btricount\b/i;

/** Returns the kind of a table that no reader accepts; null when the kind is unknown. */
export function unreadableKind({ lines }: ExpenseTable): UnreadableExpenses | null {
  const head = lines.find(({ cells }) => cells.length > 2)?.cells ?? [];
  const words = head.join(" ");
  if (isOwn(head)) return "wayfare";
  if (lines.some(({ cells }) => TRICOUNT.test(cells[0] ?? ""))) return "tricount";
  const isBank = head.length > 2 && head.some((cell) => BANK.test(cell.trim())) && !NOT_BANK.test(words);
  return isBank && !isSplitwiseHead(head) ? "bank" : null;
}

function isOwn(head: readonly string[]): boolean {
  return Object.values(MONEY_LABELS).some(({ columns: { date, what, title, category } }) =>
    [date, what, title, category].every((word, at) => head[at]?.trim() === word),
  );
}

function isSplitwiseHead([date, description, category, cost, currency]: readonly string[]): boolean {
  return (
    [date, description, category, cost, currency].join().toLowerCase() ===
    "date,description,category,cost,currency"
  );
}
