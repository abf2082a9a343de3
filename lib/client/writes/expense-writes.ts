import { dateInZone } from "#lib/shared/dates.ts";
import { replaceMoney } from "#lib/shared/expense-people.ts";
import { compareExpenses } from "#lib/shared/expense-order.ts";
import type { ExpenseDto, ExpenseFields, ExpensePatch, NewExpense } from "#lib/shared/expenses.ts";
import type { Rate } from "#lib/shared/rates.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { ApiError, call } from "../base/api.ts";
import { expensesApi } from "../base/operations.ts";
import { isLookedUp, memberIdOf, predictRate } from "./predicted-rate.ts";
import type { EditOptions, PredictionContext, Write } from "./write.ts";

export interface RateOptions {
  /**
   * The exchange rate that the service is going to look up, if the caller knows it. The view computes with it until the
   * service answers.
   */
  rate?: Rate | null;
}

export interface NewExpenseOptions extends RateOptions {
  /**
   * Whether the id came with a draft, so that the expense may have been recorded before. If that expense is deleted,
   * the write ends with a refusal.
   */
  isDraft?: boolean;
}

export interface ExpenseEditOptions extends EditOptions, RateOptions {
  /** The current row of an expense that is older than those that come with the trip. */
  known?: ExpenseDto | undefined;
}

export function addExpenseWrite(
  tripId: string,
  input: NewExpense & { id: string },
  { rate = null, isDraft = false }: NewExpenseOptions,
): Write<ExpenseDto> {
  return {
    label: { action: "addExpense", entityId: input.id },
    async send(options) {
      const called = await call(expensesApi.create, { params: { tripId }, body: input }, options);
      if (isDraft && called.data.deletedAt !== null) throw idOfDeleted();
      return called;
    },
    predict: (scene) =>
      findExpense(scene.trip, input.id)
        ? []
        : [{ op: "expense.created", entity: newExpense(input, rate, scene) }],
    // When somebody has deleted the row since its create, a repeat of the create answers with the deleted row.
    confirm: (row) => (row.deletedAt === null ? [{ op: "expense.created", entity: row }] : []),
    settledBy: "expense.created",
  };
}

export function updateExpenseWrite(
  tripId: string,
  expenseId: string,
  patch: ExpensePatch,
  { baseSeq, force = false, rate = null, known }: ExpenseEditOptions,
): Write<ExpenseDto> {
  const find = (trip: TripDto) => findExpense(trip, expenseId) ?? olderThan(trip, known);
  return {
    label: { action: "updateExpense", entityId: expenseId },
    send: (options) => call(expensesApi.update, { params: { tripId, expenseId }, body: patch }, options),
    predict: ({ trip, isGone }) => {
      const row = findExpense(trip, expenseId) ?? (isGone(expenseId) ? null : olderThan(trip, known));
      return row ? [{ op: "expense.updated", entity: changed(row, patch, rate, trip.currency) }] : [];
    },
    confirm: (row) => [{ op: "expense.updated", entity: row }],
    edit: { fields: Object.keys(patch), patch, baseSeq, force, current: find },
  };
}

export function deleteExpenseWrite(tripId: string, expenseId: string): Write<undefined> {
  return {
    label: { action: "deleteExpense", entityId: expenseId },
    send: (options) => call(expensesApi.delete, { params: { tripId, expenseId } }, options),
    // A snapshot may lack the expense before its event or its answer arrives: a deleted expense must not be subtracted
    // from the count twice.
    predict: (scene) =>
      mayBeThere(scene, expenseId) ? [{ op: "expense.deleted", entity: { id: expenseId } }] : [],
    settledBy: "expense.deleted",
  };
}

export function restoreExpenseWrite(tripId: string, expenseId: string): Write<ExpenseDto> {
  return {
    label: { action: "restoreExpense", entityId: expenseId },
    send: (options) => call(expensesApi.restore, { params: { tripId, expenseId } }, options),
    predict: ({ trip, ...scene }) => {
      const row = findExpense(trip, expenseId) ? undefined : scene.findDeleted(expenseId);
      if (!row || !("money" in row)) return [];
      return [{ op: "expense.restored", entity: { ...row, deletedAt: null } }];
    },
    confirm: (row) => [{ op: "expense.restored", entity: row }],
    settledBy: "expense.restored",
  };
}

/**
 * Returns the refusal for an expense that was recorded before and then deleted, as can happen with an unchanged draft:
 * the service answers the repeat with the deleted row and no error.
 */
function idOfDeleted(): ApiError {
  const message = "It was recorded before, and deleted.";
  return new ApiError(409, { code: "ID_TAKEN", message, requestId: "" });
}

export function findExpense(trip: TripDto, expenseId: string): ExpenseDto | undefined {
  return trip.expenses.find(({ id }) => id === expenseId);
}

/** Whether the expense came with the trip, or may be older than those that do. */
function mayBeThere({ trip, ...scene }: PredictionContext, expenseId: string): boolean {
  if (findExpense(trip, expenseId)) return true;
  const row = scene.findDeleted(expenseId);
  if (row && "money" in row) return olderThan(trip, row) !== null;
  return trip.expenses.length < trip.expenseCount;
}

/**
 * Returns the row if it may exist although it did not come with the trip; null when it would have come with the trip,
 * so that it is deleted.
 */
function olderThan({ expenses, expenseCount }: TripDto, row: ExpenseDto | undefined): ExpenseDto | null {
  const last = expenses.at(-1);
  const mayBe = row && expenses.length < expenseCount && (!last || compareExpenses(row, last) > 0);
  return mayBe ? row : null;
}

function changed(row: ExpenseDto, patch: ExpensePatch, rate: Rate | null, to: string): ExpenseDto {
  const { rate: given, private: _, ...fields } = patch;
  const wanted = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const money = patch.money ? replaceMoney(row.money, patch.money) : row.money;
  const next: ExpenseDto = { ...row, ...wanted, money, private: row.private && patch.private !== false };
  const isOther = next.money.currency !== row.money.currency;
  const isMoved = next.spentOn !== row.spentOn && rate !== null && isLookedUp(row.rate);
  if (given === undefined && !isOther && !isMoved) return next;
  return { ...next, rate: predictRate(next.money.currency, to, next.spentOn, given ?? undefined, rate) };
}

function newExpense(
  { id, title, money, rate: given, ...input }: NewExpense & { id: string },
  found: Rate | null,
  { trip, userId, now }: PredictionContext,
): ExpenseFields {
  const { category = "other", spentOn = dateInZone(new Date(now), trip.timezone), notes = null } = input;
  const { stopId = null, reservationId = null, nights = null, private: isPrivate = false } = input;
  const rate = predictRate(money.currency, trip.currency, spentOn, given, found);
  const what = { title, money, rate, category, spentOn, notes, stopId, reservationId, nights };
  const row = { deletedAt: null, version: 1, createdAt: now, updatedAt: now };
  return { id, ...what, private: isPrivate, createdBy: memberIdOf(trip, userId), ...row };
}
