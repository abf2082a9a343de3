import { BalancesDto, BudgetDto, BudgetInput, BudgetReport, SettleUpDto, SettleUpQuery } from "../budget.ts";
import { RateAnswer, RateQuery } from "../money-fields.ts";
import { CurrencyPreview, CurrencyChangeQuery } from "../trip-currency.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

export const moneyApi = {
  balances: endpoint({
    id: "money.balances",
    method: "GET",
    path: "/api/trips/{tripId}/balances",
    access: "guest",
    summary:
      "Who is owed and who owes: in the trip's currency by the stored rates, and each currency by itself. x-trip-seq: the last event that counts in it.",
    params: TripParams,
    response: BalancesDto,
    status: 200,
  }),
  settleUp: endpoint({
    id: "money.settleUp",
    method: "GET",
    path: "/api/trips/{tripId}/settle-up",
    access: "guest",
    summary:
      "The fewest transfers after which nobody owes anybody. x-trip-seq: the last event that counts in it.",
    params: TripParams,
    query: SettleUpQuery,
    response: SettleUpDto,
    status: 200,
  }),
  budget: endpoint({
    id: "money.budget",
    method: "GET",
    path: "/api/trips/{tripId}/budget",
    access: "guest",
    summary:
      "Planned against spent: in all, by category, day and member, in the trip's currency. x-trip-seq: the last event that counts in it.",
    params: TripParams,
    response: BudgetReport,
    status: 200,
  }),
  setBudget: endpoint({
    id: "money.setBudget",
    method: "PUT",
    path: "/api/trips/{tripId}/budget",
    access: "editor",
    summary: "Set what the trip may cost, in all and by category; no total and no limits removes the budget.",
    params: TripParams,
    body: BudgetInput,
    response: BudgetDto.nullable(),
    status: 200,
  }),
  rate: endpoint({
    id: "money.rate",
    method: "GET",
    path: "/api/trips/{tripId}/rates",
    access: "guest",
    summary: "The rate that an expense of this currency and day would be stored with.",
    params: TripParams,
    query: RateQuery,
    response: RateAnswer,
    status: 200,
  }),
  previewCurrency: endpoint({
    id: "money.previewCurrency",
    method: "POST",
    path: "/api/trips/{tripId}/currency/preview",
    access: "viewer",
    summary: "What another currency of the trip would make of its balances; no expense is touched by it.",
    params: TripParams,
    body: CurrencyChangeQuery,
    response: CurrencyPreview,
    status: 200,
  }),
};
