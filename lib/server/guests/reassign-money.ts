import { saveExpenses } from "#db/queries/expenses.ts";
import { selectExpensesWith, selectSettlementsWith } from "#db/queries/guests.ts";
import type { ExpenseDto } from "#lib/shared/expenses.ts";
import { recordExpenseChange, changeDeletedExpense, changeExpense } from "../expenses/expense-row.ts";
import { changeSettlement } from "../settlements/settlement-row.ts";
import type { TripWrite } from "../writes/write.ts";
import { mergedMoney } from "./merged-money.ts";

/**
 * Transfers the expenses and settlements of one of a person's two member rows to the other, so that nobody owes
 * anything to a closed row. Deleted rows are changed too, because a restore would otherwise bring the closed row's
 * share back.
 */
export async function reassignMoney(write: TripWrite, move: { from: string; to: string }): Promise<void> {
  await giveExpenses(write, move);
  await giveSettlements(write, move);
}

async function giveExpenses(write: TripWrite, { from, to }: { from: string; to: string }): Promise<void> {
  const tripId = write.trip.id;
  const rows = await selectExpensesWith(write.tx, { tripId, memberId: from });
  const altered: ExpenseDto[] = [];
  for (const { expense } of rows) {
    const money = mergedMoney(expense.id, expense.money, { from, to });
    const change = { money, createdBy: expense.createdBy === from ? to : expense.createdBy };
    if (expense.deletedAt) await changeDeletedExpense(write, expense, change);
    else if (expense.private) await changeExpense(write, expense, change, "expense.updated");
    else altered.push(recordExpenseChange(write, expense, change, "expense.updated"));
  }
  if (altered.length === 0) return;
  write.send(saveExpenses(write.tx, { tripId, expenses: JSON.stringify(altered), at: write.at }));
}

/** Transfers settlements. A settlement between the two rows is deleted, because both rows are one person. */
async function giveSettlements(write: TripWrite, { from, to }: { from: string; to: string }): Promise<void> {
  const rows = await selectSettlementsWith(write.tx, { tripId: write.trip.id, memberId: from });
  const renamed = (id: string) => (id === from ? to : id);
  for (const { settlement } of rows) {
    const createdBy = settlement.createdBy && renamed(settlement.createdBy);
    const isWithin = renamed(settlement.from) === renamed(settlement.to);
    const parties = isWithin ? {} : { from: renamed(settlement.from), to: renamed(settlement.to) };
    const moved = await changeSettlement(write, settlement, { ...parties, createdBy }, "settlement.updated");
    if (!isWithin || moved.deletedAt) continue;
    await changeSettlement(write, moved, { deletedAt: write.at.toISOString() }, "settlement.deleted");
  }
}
