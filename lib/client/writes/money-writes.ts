import type { BudgetDto, BudgetInput } from "#lib/shared/budget.ts";
import { call } from "../base/api.ts";
import { moneyApi } from "../base/operations.ts";
import { tripFieldsOf } from "./plan-writes.ts";
import type { EditOptions, Write } from "./write.ts";

/** A write that sets the budget. An input without total and limits removes the budget. */
export function setBudgetWrite(
  tripId: string,
  input: BudgetInput,
  { baseSeq, force = false }: EditOptions,
): Write<BudgetDto | null> {
  return {
    label: { action: "setBudget", entityId: tripId },
    send: (options) => call(moneyApi.setBudget, { params: { tripId }, body: input }, options),
    predict: ({ trip }) => [
      { op: "trip.updated", entity: { ...tripFieldsOf(trip), budget: budgetOf(input, trip.currency) } },
    ],
    edit: { fields: ["budget"], patch: { budget: input }, baseSeq, force, current: tripFieldsOf },
  };
}

function budgetOf({ currency, total, limits }: BudgetInput, tripCurrency: string): BudgetDto | null {
  const isNone = total === null && Object.keys(limits).length === 0;
  return isNone ? null : { currency: currency ?? tripCurrency, total, limits };
}
