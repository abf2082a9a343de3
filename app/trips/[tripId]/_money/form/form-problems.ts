import { type MoneyProblem, countItemNames } from "#lib/shared/expense-rules.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import { MAX_BILL_NAMES } from "#lib/shared/money-limits.ts";
import type { SumProblem } from "../../_model/money/calculator.ts";
import type { RateProblem } from "../../_model/money/rate-text.ts";

/** The field beside which the problem is shown. */
export type FormField =
  | "amount"
  | "title"
  | "rate"
  | "charged"
  | "payers"
  | "split"
  | "spentOn"
  | "nights"
  | "tax"
  | "tip"
  | "discount"
  | `payer.${string}`
  | `part.${string}`
  | `item.${string}`;

export type ProblemKind =
  | SumProblem
  | "noTitle"
  | "longTitle"
  | "noAmount"
  | "zero"
  | RateProblem
  | "noCharge"
  | "noPayer"
  | "paidLeft"
  | "paidOver"
  | "noPeople"
  | "twice"
  | "noShares"
  | "noPercent"
  | "percentLeft"
  | "percentOver"
  | "exactLeft"
  | "exactOver"
  | "noItems"
  | "itemName"
  | "itemAmount"
  | "itemPeople"
  | "longBill"
  | "itemsBelow"
  | "itemsLeft"
  | "itemsOver"
  | "discountOver"
  | "sign"
  | "noDay"
  | "noNights";

export interface FormProblem {
  field: FormField;
  kind: ProblemKind;
}

/**
 * Translates a problem from `moneyProblem` into the fields of the form, so that it is shown in the reader's language
 * beside its field.
 * @param left the absolute amounts that are not assigned yet; below 0 if too much is assigned
 */
export function fromMoneyProblem(
  money: ExpenseMoney,
  { path }: MoneyProblem,
  left: UnassignedAmounts,
): FormProblem {
  const [top, second, index, last] = path;
  if (top === "payers") return payersProblem(money, { index: second, last: index }, left.paid);
  if (top !== "split") return { field: "amount", kind: money.amount === 0 ? "zero" : "tooLarge" };
  if (second === "parts") return partsProblem(money, { index, last }, left.split);
  if (second === "tax" || second === "tip" || second === "discount") {
    const isOver = second === "discount" && money.split.mode === "items";
    return { field: second, kind: isOver ? "discountOver" : "sign" };
  }
  if (index !== undefined) return { field: "split", kind: last === "amount" ? "itemAmount" : "itemPeople" };
  if ((money.split.items ?? []).length === 0) return { field: "split", kind: "noItems" };
  if (countItemNames(money.split) > MAX_BILL_NAMES) return { field: "split", kind: "longBill" };
  const bare = (money.split.items ?? []).reduce((sum, { amount }) => sum + amount, 0);
  if (bare * money.amount <= 0) return { field: "split", kind: "itemsBelow" };
  return { field: "split", kind: left.split < 0 ? "itemsOver" : "itemsLeft" };
}

/** The absolute amounts that are not assigned yet; below 0 if too much is assigned. */
export interface UnassignedAmounts {
  paid: number;
  /**
   * The part of the amount that the split assigns to nobody yet: in hundredths of a percent for a split by
   * percentages, else in minor units.
   */
  split: number;
}

type Spot = { index: string | number | undefined; last: string | number | undefined };

function payersProblem({ payers }: ExpenseMoney, { index, last }: Spot, left: number): FormProblem {
  const payer = typeof index === "number" ? payers[index] : undefined;
  if (payer) return { field: `payer.${payer.memberId}`, kind: last === "amount" ? "sign" : "twice" };
  if (payers.length === 0) return { field: "payers", kind: "noPayer" };
  return { field: "payers", kind: left < 0 ? "paidOver" : "paidLeft" };
}

function partsProblem({ split }: ExpenseMoney, { index, last }: Spot, left: number): FormProblem {
  const part = typeof index === "number" ? split.parts[index] : undefined;
  if (part && last === "memberId") return { field: `part.${part.memberId}`, kind: "twice" };
  if (part) {
    const kind = ({ shares: "noShares", percent: "noPercent" } as const)[split.mode as "shares"] ?? "sign";
    return { field: `part.${part.memberId}`, kind };
  }
  if (split.parts.length === 0) return { field: "split", kind: "noPeople" };
  if (split.mode === "percent") return { field: "split", kind: left < 0 ? "percentOver" : "percentLeft" };
  return { field: "split", kind: left < 0 ? "exactOver" : "exactLeft" };
}
