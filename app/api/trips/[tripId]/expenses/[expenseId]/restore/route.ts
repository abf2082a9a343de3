import { restoreExpense } from "#lib/server/expenses/edit-expense.ts";
import { resource, route } from "#lib/server/http/route.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  route(expensesApi.restore, ({ ctx, params }) => restoreExpense(ctx, params.tripId, params.expenseId)),
);
