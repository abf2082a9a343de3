import { type LedgerTrip, type PlanCosts, selectPlanCosts } from "#db/queries/ledger.ts";
import { convertBudget, formerRate, plannedSums } from "#lib/shared/budget-sums.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import { type PlannedCost, plannedCosts } from "#lib/shared/planned-costs.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { Ctx } from "../context.ts";
import { lookUpRate } from "./look-up-rate.ts";
import { getSums } from "./read-ledger.ts";

/**
 * Compares the budget with planned and spent amounts, without private expenses. Planned costs are converted by the
 * newest rates, which the report names.
 */
export async function getBudget(ctx: Ctx, tripId: string): Promise<BudgetReport> {
  const { trip, shared } = await getSums(ctx, tripId);
  const costs = await readCosts(ctx, tripId, shared.paidFor);
  const { currency, budget } = trip;
  const today = ctx.now().toISOString().slice(0, 10);
  const currencies = costs.map(({ cost }) => cost.currency);
  const [rates, rate] = await Promise.all([
    newestRates(currencies, currency, today),
    budgetRate(trip, today),
  ]);
  return {
    currency,
    budget: budget && convertBudget(currency, budget, rate),
    spent: shared.spent,
    planned: plannedSums(currency, costs, rates),
  };
}

async function readCosts(ctx: Ctx, tripId: string, paidFor: ReadonlySet<string>): Promise<PlannedCost[]> {
  const [row] = await selectPlanCosts(ctx.db, { tripId });
  if (!row) throw new Error("The query of costs returned no row.");
  // The cast is safe because the query defines the JSON's type.
  return plannedCosts(JSON.parse(row.costs) as PlanCosts, paidFor);
}

async function newestRates(
  currencies: readonly string[],
  to: string,
  today: string,
): Promise<Map<string, Rate>> {
  const foreign = [...new Set(currencies)].filter((currency) => currency !== to);
  const found = await Promise.all(foreign.map((currency) => lookUpRate(currency, to, today)));
  return new Map(
    found.flatMap((rate, index) => {
      const currency = foreign[index];
      return rate && currency !== undefined ? [[currency, rate] as const] : [];
    }),
  );
}

/**
 * Returns the rate that converts the budget: the one by which the trip left the budget's currency, or else the newest
 * rate between the two currencies.
 */
async function budgetRate(trip: LedgerTrip, today: string): Promise<Rate | null> {
  const { currency: to, budget } = trip;
  if (!budget || budget.currency === to) return null;
  return formerRate(trip, budget.currency) ?? lookUpRate(budget.currency, to, today);
}
