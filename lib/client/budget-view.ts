import { budgetIn, formerRate, plannedSums } from "#lib/shared/budget-sums.ts";
import type { BudgetReport } from "#lib/shared/budget.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { plannedCosts } from "#lib/shared/planned-costs.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import type { Spent } from "./spent.ts";

export type BudgetTrip = Pick<TripDto, "currency" | "formerCurrencies" | "budget" | "stops" | "reservations">;

interface Here {
  /** With what is unsent, as everything else on the page. */
  trip: BudgetTrip;
  /** Of the same expenses as the sums and balances beside it. */
  spent: Spent;
  /** null: not all are here, so that nobody but the service knows what they are linked to. */
  expenses: readonly ExpenseDto[] | null;
}

/**
 * The budget of what the page knows: the service's answer is of what it has, and gives the rates. Beside figures with what
 * is unsent its own sums would speak of other expenses.
 * @param report the newest answer, of whichever moment
 */
export function budgetView({ trip, spent, expenses }: Here, report: BudgetReport): BudgetReport {
  const { currency, budget } = trip;
  const isOwn = report.currency === currency;
  return {
    currency,
    budget: budget && budgetIn(currency, budget, rateOfBudget(trip, report)),
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
