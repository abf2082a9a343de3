import { convertBudget, formerRate, plannedSums } from "#lib/shared/budget-sums.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { plannedCosts } from "#lib/shared/planned-costs.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { SpendingReport } from "./spent.ts";

export type BudgetTrip = Pick<TripDto, "currency" | "formerCurrencies" | "budget" | "stops" | "reservations">;

interface Here {
  /** The trip with this person's unsent writes, like everything else on the page. */
  trip: BudgetTrip;
  /** The sums of the expenses from which the balances on the page are computed. */
  spent: SpendingReport;
  /**
   * The expenses of the trip; null when not all are loaded, so that only the service knows to which stops and
   * reservations they are linked.
   */
  expenses: readonly ExpenseDto[] | null;
}

/**
 * Computes the budget from what the page knows. The service's report counts only what the service has received, so its
 * sums would disagree with figures that include unsent writes; the view takes the exchange rates from it.
 * @param report the newest answer of the service, which may be older than the page's rows
 */
export function budgetView({ trip, spent, expenses }: Here, report: BudgetReport): BudgetReport {
  const { currency, budget } = trip;
  const isOwn = report.currency === currency;
  return {
    currency,
    budget: budget && convertBudget(currency, budget, rateOfBudget(trip, report)),
    spent,
    planned: expenses === null && isOwn ? report.planned : plannedHere(trip, expenses ?? [], report),
  };
}

function rateOfBudget(trip: BudgetTrip, { budget }: BudgetReport): Rate | null {
  if (!trip.budget || trip.budget.currency === trip.currency) return null;
  const answered = budget?.rate?.to === trip.currency ? budget.rate : null;
  return formerRate(trip, trip.budget.currency) ?? answered;
}

function plannedHere(
  { currency, stops, reservations }: BudgetTrip,
  expenses: readonly ExpenseDto[],
  { planned }: BudgetReport,
): BudgetReport["planned"] {
  const links = expenses.flatMap((row) => (row.private ? [] : [row.stopId, row.reservationId]));
  const paid = new Set(links.filter((id) => id !== null));
  const rates = planned.rates.filter(({ rate }) => rate.to === currency);
  const costs = plannedCosts({ stops, reservations }, paid);
  const known = new Map(rates.map((each) => [each.currency, each.rate]));
  const used = new Set(costs.map(({ cost }) => cost.currency));
  return plannedSums(currency, costs, new Map([...known].filter(([code]) => used.has(code))));
}
