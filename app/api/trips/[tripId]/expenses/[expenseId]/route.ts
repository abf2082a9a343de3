import { deleteExpense, updateExpense } from "#lib/server/expenses/edit-expense.ts";
import { resource, writeRoute } from "#lib/server/http/route.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(
  writeRoute(expensesApi.update, ({ ctx, params, body }) =>
    updateExpense(ctx, params.tripId, params.expenseId, body),
  ),
  writeRoute(expensesApi.delete, ({ ctx, params }) => deleteExpense(ctx, params.tripId, params.expenseId)),
);
