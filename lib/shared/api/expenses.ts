import * as z from "zod";
import { ExpenseDto, ExpensePatch, NewExpense } from "../expenses.ts";
import { Id } from "../fields.ts";
import { endpoint } from "./endpoint.ts";
import { PageQuery, TripParams } from "./params.ts";

const ExpenseParams = TripParams.extend({ expenseId: Id });
const expense = { params: ExpenseParams, response: ExpenseDto, status: 200, access: "editor" } as const;

export const expensesApi = {
  list: endpoint({
    id: "expenses.list",
    method: "GET",
    path: "/api/trips/{tripId}/expenses",
    access: "guest",
    summary: "The trip's expenses, newest day first; others' private ones are absent.",
    params: TripParams,
    query: PageQuery,
    response: z.array(ExpenseDto),
    status: 200,
  }),
  create: endpoint({
    id: "expenses.create",
    method: "POST",
    path: "/api/trips/{tripId}/expenses",
    access: "editor",
    summary: "Add an expense; its rate to the trip's currency is stored with it.",
    params: TripParams,
    body: NewExpense,
    response: ExpenseDto,
    status: 201,
  }),
  update: endpoint({
    ...expense,
    id: "expenses.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/expenses/{expenseId}",
    summary: "Change fields of an expense; its money is one field and conflicts as a whole.",
    body: ExpensePatch,
  }),
  delete: endpoint({
    id: "expenses.delete",
    method: "DELETE",
    path: "/api/trips/{tripId}/expenses/{expenseId}",
    access: "editor",
    summary: "Delete an expense; it can be restored.",
    params: ExpenseParams,
    status: 204,
  }),
  restore: endpoint({
    ...expense,
    id: "expenses.restore",
    method: "POST",
    path: "/api/trips/{tripId}/expenses/{expenseId}/restore",
    summary: "Bring a deleted expense back.",
  }),
};
