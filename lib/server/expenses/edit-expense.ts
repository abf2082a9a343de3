import { type Db, runPipelined } from "#db/client.ts";
import { type ExpenseCapacity, selectExpense, selectExpenseCapacity } from "#db/queries/expenses.ts";
import type { ExpenseDto, ExpenseFields, ExpensePatch } from "#lib/shared/expenses.ts";
import { changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { readDirectory } from "../money/directory.ts";
import { isCurrencyChanged, isToOtherCurrency } from "../money/given-rate.ts";
import { rateFor, requireCountable, withRates } from "../money/stored-rate.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { requireExpense, requireLinks, requireMembers, requireExpenseCapacity } from "./expense-access.ts";
import { changeExpense } from "./expense-row.ts";
import { withCurrentMembers } from "./money-now.ts";

function readExpense(tripId: string, expenseId: string) {
  return (tx: Db) => selectExpense(tx, { tripId, expenseId });
}

/**
 * Changes an expense.
 * @throws AppError FIELD_CONFLICT; VALIDATION_FAILED for links, members, the rate and the converted amount;
 * LIMIT_REACHED when a private expense is to become visible to everybody
 */
export function updateExpense(
  ctx: Ctx,
  tripId: string,
  expenseId: string,
  input: ExpensePatch,
): Promise<ExpenseDto> {
  const { userId } = ctx.viewer;
  const { stopId = null, reservationId = null } = input;
  const { private: stays, ...fields } = definedFields(input);
  return withRates((find) =>
    writeTrip(ctx, tripId, "editor", {
      read: (tx) =>
        runPipelined([
          selectExpense(tx, { tripId, expenseId }),
          conflictsWith(ctx, tx, { tripId, expenseId }, fields),
          readDirectory(tx, tripId),
          stopId || reservationId || stays === false
            ? selectExpenseCapacity(tx, { tripId, userId, stopId, reservationId })
            : Promise.resolve([]),
        ]),
      work: async (write, [rows, conflicts, directory, [room]]) => {
        const expense = requireExpense(write, rows);
        const isStray = isToOtherCurrency(write.trip, fields.rate);
        refuseConflict(isStray ? [...new Set([...conflicts, "rate"])] : conflicts, expense);
        requireLinks(room, fields, expense);
        const money =
          fields.money &&
          (await withCurrentMembers(write, directory, expenseId, fields.money, expense.money));
        if (money) requireMembers(directory, money, expense.money);
        const change = changeOf(write, expense, money ? { ...fields, money } : fields, find);
        const edited = await changeExpense(write, expense, change, "expense.updated");
        return stays === false ? publish(write, edited, room) : edited;
      },
    }),
  );
}

/**
 * Makes a private expense visible to everybody. It has an event of its own, which everybody sees, while the former
 * content stays visible to its participants only. From now on the expense counts for all, so it must fulfil the rules
 * of a new one.
 */
function publish(
  write: TripWrite,
  expense: ExpenseDto,
  room: ExpenseCapacity | undefined,
): Promise<ExpenseDto> {
  if (expense.private) {
    requireExpenseCapacity(room, "sharedCount");
    requireCountable(write.trip, { ...expense.money, rate: expense.rate }, "money.amount");
  }
  return changeExpense(write, expense, { private: false }, "expense.published");
}

type Fields = Omit<ExpensePatch, "private">;

/** Returns the fields in conflict. A rate that a user typed in was meant for the currency that the trip had then. */
async function conflictsWith(
  ctx: Ctx,
  tx: Db,
  { tripId, expenseId }: { tripId: string; expenseId: string },
  fields: Fields,
): Promise<string[]> {
  const [own, isOtherTrip] = await runPipelined([
    changesSinceRead(ctx, tx, tripId, { kind: "expense", id: expenseId }, Object.keys(fields)),
    isCurrencyChanged(ctx, tx, tripId, fields.rate),
  ]);
  return isOtherTrip && !own.includes("rate") ? [...own, "rate"] : own;
}

/** Returns the patch in the form of the row, with the exchange rate that belongs to it. */
function changeOf(
  { trip }: TripWrite,
  expense: ExpenseDto,
  { rate: given, ...fields }: Fields,
  find: Parameters<typeof rateFor>[2],
): Partial<ExpenseFields> {
  const { money, spentOn } = { ...expense, ...fields };
  const held = { currency: expense.money.currency, date: expense.spentOn, rate: expense.rate };
  const question = { currency: money.currency, date: spentOn, given, held };
  const rate = rateFor(trip, question, find);
  if (fields.money || rate !== expense.rate) requireCountable(trip, { ...money, rate }, "money.amount");
  return { ...fields, rate };
}

export function deleteExpense(ctx: Ctx, tripId: string, expenseId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "editor", {
    read: readExpense(tripId, expenseId),
    work: async (write, rows) => {
      const deletedAt = write.at.toISOString();
      await changeExpense(write, requireExpense(write, rows), { deletedAt }, "expense.deleted");
      return undefined;
    },
  });
}

/**
 * Restores a deleted expense.
 * @throws AppError LIMIT_REACHED; VALIDATION_FAILED for the converted amount
 */
export function restoreExpense(ctx: Ctx, tripId: string, expenseId: string): Promise<ExpenseDto> {
  const around = { tripId, userId: ctx.viewer.userId, stopId: null, reservationId: null };
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => runPipelined([selectExpense(tx, { tripId, expenseId }), selectExpenseCapacity(tx, around)]),
    work: async (write, [rows, [room]]) => {
      const expense = requireExpense(write, rows, "any");
      if (!expense.deletedAt) return expense;
      requireExpenseCapacity(room);
      requireCountable(write.trip, { ...expense.money, rate: expense.rate }, "money.amount");
      return changeExpense(write, expense, { deletedAt: null }, "expense.restored");
    },
  });
}
