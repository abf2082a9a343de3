import { isCalendarDate } from "#lib/shared/dates.ts";
import type { ExpenseCategory } from "#lib/shared/expense-categories.ts";
import { moneyProblem, HUNDRED_PERCENT } from "#lib/shared/expense-rules.ts";
import type { ExpenseMoney, Payer, Split } from "#lib/shared/expense-shares.ts";
import { MAX_NIGHTS } from "#lib/shared/money-limits.ts";
import { normalizeAmountText } from "../../_model/money/cost-text.ts";
import { cleanText } from "../../_base/text/typed-text.ts";
import { readSum, type SumReading } from "../../_model/money/calculator.ts";
import { type ChargeReading, readCharge } from "./charged-amount.ts";
import type { ExpenseForm } from "./expense-form.ts";
import { type FormProblem, fromMoneyProblem, type UnassignedAmounts } from "./form-problems.ts";
import { guessCategory } from "./guess-category.ts";
import { readRate } from "../../_model/money/rate-text.ts";
import { withRefundSign } from "./signed-money.ts";
import { billTotal, readPartAmount, readSplit } from "./split-values.ts";

const TITLE_LIMIT = 200;

export interface ReadingContext {
  /** The ids of the members who can take part, in the trip's order. */
  members: readonly string[];
  tripCurrency: string;
}

export interface ExpenseReading {
  sum: SumReading;
  /** The signed money, as far as it could be parsed; valid only if there are no problems. */
  money: ExpenseMoney;
  left: UnassignedAmounts;
  category: ExpenseCategory;
  /** Whether the category was chosen or follows from the title. */
  isCategoryKnown: boolean;
  fields: ReadFields;
  problems: FormProblem[];
}

export interface ReadFields {
  title: string;
  spentOn: string;
  nights: number | null;
  notes: string | null;
  stopId: string | null;
  reservationId: string | null;
  /** The typed rate as decimal digits, or the invalid input; null if none was typed. */
  rate: string | null;
}

/** Parses the form and collects all problems that prevent saving it. */
export function readExpense(form: ExpenseForm, scene: ReadingContext): ExpenseReading {
  const typedSum = readSum(form.amount, form.currency);
  // A currency sign in the amount field applies to all amounts of the form.
  const currency = typedSum.kind === "sum" ? typedSum.currency : form.currency;
  const { split, problems: splitProblems } = readSplit({ ...form, currency }, scene.members);
  const sum = withBill(typedSum, split, currency);
  const size = sum.kind === "sum" ? sum.amount : 0;
  const { payers, problems: payerProblems } = readPayers({ ...form, currency }, size, scene.members);
  const left = { paid: leftToPay(payers, size), split: leftToSplit(split, size) };
  const money = withRefundSign({ amount: size, currency, payers, split }, form.isRefund);
  const known = form.category ?? guessCategory(form.title);
  const category = known ?? "other";
  // The typed rate belongs to the form's own currency, not to one from a sign in the amount field.
  const isRated = currency === form.currency && currency !== scene.tripCurrency;
  const charge = readCharge(
    isRated ? (form.charged ?? "") : "",
    { amount: size, currency },
    scene.tripCurrency,
  );
  const fields = readFields(form, { category, isRated, charge });
  const typed = [
    ...sumProblems(sum),
    ...fieldProblems(form, fields),
    ...(charge.kind === "wrong" ? [{ field: "charged", kind: "noCharge" } as const] : []),
    ...payerProblems,
    ...splitProblems,
  ];
  const problems = [...typed, ...ruleProblems(money, left, typed)];
  return { sum, money, left, category, isCategoryKnown: known !== null, fields, problems };
}

/** If no amount is typed for a split by items, the total of the items is the amount. */
function withBill(sum: SumReading, split: Split, currency: string): SumReading {
  if (sum.kind !== "empty" || split.mode !== "items") return sum;
  const amount = billTotal(split);
  return amount > 0 ? { kind: "sum", amount, currency, isCalculated: true, isRounded: false } : sum;
}

function readPayers(
  { payers: form, currency }: ExpenseForm,
  size: number,
  members: readonly string[],
): { payers: Payer[]; problems: FormProblem[] } {
  if (!form.several) {
    // A payer who has left the trip since the form was opened is dropped.
    return { payers: members.includes(form.one) ? [{ memberId: form.one, amount: size }] : [], problems: [] };
  }
  const payers: Payer[] = [];
  const problems: FormProblem[] = [];
  for (const memberId of members) {
    const amount = readPartAmount(form.amounts[memberId] ?? "", currency);
    if (amount === null) problems.push({ field: `payer.${memberId}`, kind: "noSum" });
    else if (amount > 0) payers.push({ memberId, amount });
  }
  return { payers, problems };
}

function leftToPay(payers: readonly Payer[], size: number): number {
  return size - payers.reduce((sum, { amount }) => sum + amount, 0);
}

function leftToSplit(split: Split, size: number): number {
  const given = split.parts.reduce((sum, { value = 0 }) => sum + value, 0);
  if (split.mode === "percent") return HUNDRED_PERCENT - given;
  if (split.mode === "exact") return size - given;
  return split.mode === "items" ? size - billTotal(split) : 0;
}

function readFields(
  form: ExpenseForm,
  { category, isRated, charge }: { category: ExpenseCategory; isRated: boolean; charge: ChargeReading },
): ReadFields {
  const rate = readRate(charge.kind === "charge" ? charge.rate : isRated ? (form.rate ?? "") : "");
  return {
    title: cleanText(form.title, { oneLine: true }),
    spentOn: form.spentOn,
    nights: category === "lodging" && form.nights !== "" ? Number(normalizeAmountText(form.nights)) : null,
    notes: cleanText(form.notes, { oneLine: false }) || null,
    stopId: form.stopId || null,
    reservationId: form.reservationId || null,
    rate: rate.kind === "empty" ? null : rate.kind === "rate" ? rate.value : rate.text,
  };
}

function sumProblems(sum: SumReading): FormProblem[] {
  if (sum.kind === "empty") return [{ field: "amount", kind: "noAmount" }];
  return sum.kind === "wrong" ? [{ field: "amount", kind: sum.problem }] : [];
}

function fieldProblems(form: ExpenseForm, { title, nights, rate }: ReadFields): FormProblem[] {
  const problems: FormProblem[] = [];
  if (title === "") problems.push({ field: "title", kind: "noTitle" });
  if (title.length > TITLE_LIMIT) problems.push({ field: "title", kind: "longTitle" });
  if (!isCalendarDate(form.spentOn)) problems.push({ field: "spentOn", kind: "noDay" });
  if (nights !== null && !(Number.isInteger(nights) && nights >= 1 && nights <= MAX_NIGHTS)) {
    problems.push({ field: "nights", kind: "noNights" });
  }
  const rateReading = readRate(rate ?? "");
  if (rateReading.kind === "wrong") problems.push({ field: "rate", kind: rateReading.problem });
  return problems;
}

/**
 * Checks the rules of the service, but only if everything typed could be parsed: before that, a message about a
 * remaining amount would be of no use.
 */
function ruleProblems(
  money: ExpenseMoney,
  left: UnassignedAmounts,
  typed: readonly FormProblem[],
): FormProblem[] {
  const unread = typed.some(({ field }) => /^(?:amount|payer\.|part\.|item\.|tax|tip|discount)/.test(field));
  const problem = unread ? null : moneyProblem(money);
  return problem ? [fromMoneyProblem(money, problem, left)] : [];
}
