import { addExpense } from "#lib/server/expenses/add-expense.ts";
import { listExpenses } from "#lib/server/expenses/list-expenses.ts";
import { resource, route, writeRoute } from "#lib/server/http/route.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(expensesApi.list, ({ ctx, params, query }) => listExpenses(ctx, params.tripId, query)),
  writeRoute(expensesApi.create, ({ ctx, params, body }) => addExpense(ctx, params.tripId, body)),
);
