import { call } from "#lib/client/base/api.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import { expensesApi } from "#lib/shared/api/expenses.ts";
import { settlementsApi } from "#lib/shared/api/settlements.ts";
import type { ExpenseMoney } from "#lib/shared/expense-shares.ts";
import type { ExpenseDto, NewExpense } from "#lib/shared/expenses.ts";
import type { NewSettlement, SettlementDto } from "#lib/shared/settlements.ts";
import type { Person } from "./people.ts";
import { as } from "./trips.ts";

/** Returns an expense that the first of these members paid for all of them, split equally. */
export function expenseSharedBy(amount: number, currency: string, ...memberIds: string[]): ExpenseMoney {
  const [memberId = ""] = memberIds;
  const parts = memberIds.map((id) => ({ memberId: id }));
  return { amount, currency, payers: [{ memberId, amount }], split: { mode: "equal", parts } };
}

export async function newExpense(
  editor: Person,
  tripId: string,
  money: ExpenseMoney,
  overrides: Partial<NewExpense> = {},
): Promise<ExpenseDto> {
  // The cast is safe, because `NewExpense` differs from this object's type only in that its lists are not readonly.
  const body = {
    title: "Dinner",
    spentOn: "2026-11-15",
    ...overrides,
    money: structuredClone(money),
  } as NewExpense;
  return (await call(expensesApi.create, { params: { tripId }, body }, as(editor))).data;
}

export async function newSettlement(
  editor: Person,
  tripId: string,
  body: NewSettlement,
): Promise<SettlementDto> {
  return (await call(settlementsApi.create, { params: { tripId }, body }, as(editor))).data;
}

/**
 * Makes a trip look like a new one that reuses the id of a deleted trip: without expenses, settlements and event log.
 */
export async function makeTripLookNew(tripId: string): Promise<void> {
  const { pool } = freshDatabase();
  for (const table of ["expenses", "settlements", "trip_events"])
    await pool.query(`delete from ${table} where trip_id = $1`, [tripId]);
  await pool.query("update trips set created_at = created_at + interval '1 day' where id = $1", [tripId]);
}
