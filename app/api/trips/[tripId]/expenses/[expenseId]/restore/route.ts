import { restoreExpense } from "#lib/server/expenses/edit-expense.ts";
import { resource, writeRoute } from "#lib/server/http/route.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(expensesApi.restore, ({ ctx, params }) => restoreExpense(ctx, params.tripId, params.expenseId)),
);
