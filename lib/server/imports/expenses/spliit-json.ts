import * as z from "zod";
import { currencyExponent, decimalText, isCurrency } from "#lib/shared/money.ts";
import { categoryOf } from "./categories.ts";
import { readDates } from "../written-dates.ts";
import { type Figure, minorUnit } from "./figures.ts";
import {
  type FoundExpenses,
  type FoundRow,
  isPaymentBetweenTwo,
  personKey,
  plainLine,
} from "./found-expenses.ts";
import { RowBuilder } from "./row-builder.ts";
import { originalCostText } from "./spliit.ts";
import { divideByWeight } from "./weights.ts";

/** The part of Spliit's JSON that is read. Unlike Spliit's CSV, it says of each expense who paid. */
const SpliitGroup = z.object({
  currency: z.string().optional(),
  currencyCode: z.string().nullish(),
  participants: z.array(z.object({ id: z.string(), name: z.string() })),
  expenses: z.array(z.record(z.string(), z.unknown())),
});

const SpliitExpense = z.object({
  expenseDate: z.string(),
  title: z.string().default(""),
  category: z.object({ grouping: z.string().optional(), name: z.string() }).nullish(),
  amount: z.int(),
  originalAmount: z.int().nullish().catch(null),
  originalCurrency: z.string().nullish().catch(null),
  conversionRate: z.union([z.string(), z.number()]).nullish().catch(null),
  paidById: z.string(),
  paidFor: z.array(z.object({ participantId: z.string(), shares: z.number().min(0) })),
  isReimbursement: z.boolean().default(false),
  splitMode: z.string().default("EVENLY"),
  notes: z.string().nullish(),
});

/**
 * Maximum of a share. A share is an amount in minor units of the expense's currency, or a weight relative to the
 * others.
 */
const MOST_SHARE = 10_000_000_000;

/**
 * Reads the JSON export of a group in Spliit. A row's line number is the index of the expense, from 1.
 * @returns null for another kind of value
 */
export function readSpliitJson(value: unknown, tripCurrency: string): FoundExpenses | null {
  const parsed = SpliitGroup.safeParse(value);
  if (!parsed.success) return null;
  const { participants, expenses, currency = "", currencyCode } = parsed.data;
  const rows = new RowBuilder(tripCurrency, ".");
  const places = new Map(participants.map(({ id }, place) => [id, place]));
  const code = currencyCode && isCurrency(currencyCode) ? currencyCode : currency;
  const found = expenses.map((expense, at) =>
    readExpense(rows, expense, { line: at + 1, places, currency: code }),
  );
  const people = participants.map(({ name }) => personKey(name));
  return rows.file({ source: "spliit", people, lines: expenses.length }, found);
}

interface Reading {
  line: number;
  /** The indices of people by their ids. */
  places: ReadonlyMap<string, number>;
  currency: string;
}

function readExpense(
  rows: RowBuilder,
  value: unknown,
  { line, places, currency: text }: Reading,
): FoundRow | null {
  const parsed = SpliitExpense.safeParse(value);
  if (!parsed.success) return rows.problems.add(line, "amount", issueText(value));
  const { expenseDate, title, category, amount, paidById, paidFor, isReimbursement, notes } = parsed.data;
  const [date] = readDates([expenseDate]);
  if (!date) return rows.problems.add(line, "date", expenseDate);
  const currency = rows.currencyOf({ line, currency: text });
  if (!currency) return null;
  const unit = minorUnit(currency.code);
  const cost: Figure = { exact: BigInt(amount) * unit, digits: currencyExponent(currency.code) };
  const payer = places.get(paidById);
  if (payer === undefined) return rows.problems.add(line, "noPayer");
  const weights = paidFor.flatMap(({ participantId, shares }) => {
    const person = places.get(participantId);
    return person === undefined || shares > MOST_SHARE
      ? []
      : [{ person, weight: BigInt(Math.round(shares)) }];
  });
  if (weights.length < paidFor.length) return rows.problems.add(line, "stranger", title);
  const shares = divideByWeight(cost, weights);
  if (!shares) return rows.problems.add(line, "nobody");
  const head = {
    line,
    date,
    title: plainLine(title, 200) || "Spliit",
    category: categoryOf(category?.name ?? ""),
    currency: text,
    notes: [originalOf(parsed.data), notes].filter(Boolean).join("\n\n") || null,
  };
  const row = rows.fromParts(head, cost, { payers: [{ person: payer, figure: cost }], shares });
  return row && { ...row, kind: isReimbursement && isPaymentBetweenTwo(row) ? "settlement" : "expense" };
}

function originalOf({
  originalAmount,
  originalCurrency,
  conversionRate,
}: z.infer<typeof SpliitExpense>): string | null {
  if (!originalAmount || !originalCurrency || !isCurrency(originalCurrency)) return null;
  const cost = decimalText(originalAmount, originalCurrency);
  return originalCostText({ cost, currency: originalCurrency, rate: String(conversionRate ?? "") });
}

function issueText(value: unknown): string {
  const amount = typeof value === "object" && value !== null && "amount" in value ? value.amount : "";
  return typeof amount === "number" || typeof amount === "string" ? String(amount) : "";
}
