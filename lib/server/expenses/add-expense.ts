import { runPipelined } from "#db/client.ts";
import { selectExpense, selectExpenseCapacity } from "#db/queries/expenses.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import type { ExpenseDto, NewExpense } from "#lib/shared/expenses.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { readDirectory } from "../money/directory.ts";
import { isCurrencyChanged, refuseOutdatedRate } from "../money/given-rate.ts";
import { rateFor, requireCountable, withRates } from "../money/stored-rate.ts";
import { requireWriteMember, writeTrip } from "../writes/write.ts";
import { requireLinks, requireMembers, requireExpenseCapacity } from "./expense-access.ts";
import { withCurrentMembers } from "./money-now.ts";
import { writeNewExpense } from "./expense-row.ts";

/**
 * Adds an expense.
 * @throws AppError LIMIT_REACHED; FIELD_CONFLICT for the rate; VALIDATION_FAILED for links, members, the rate and the
 * converted amount
 */
export function addExpense(ctx: Ctx, tripId: string, input: NewExpense): Promise<ExpenseDto> {
  const creation: CreationRequest = { kind: "expense", tripId, input };
  const { userId } = ctx.viewer;
  const { title, category = "other", notes = null, nights = null } = input;
  const { stopId = null, reservationId = null } = input;
  return createOnce(
    ctx,
    creation,
    (id, claim) =>
      withRates((find) =>
        writeTrip(ctx, tripId, "editor", {
          read: (tx) =>
            runPipelined([
              selectExpenseCapacity(tx, { tripId, userId, stopId, reservationId }),
              readDirectory(tx, tripId),
              isCurrencyChanged(ctx, tx, tripId, input.rate),
            ]),
          work: async (write, [[room], directory, isChanged]) => {
            requireLinks(requireExpenseCapacity(room), input);
            const money = await withCurrentMembers(write, directory, id, input.money);
            requireMembers(directory, money);
            refuseOutdatedRate(write.trip, input.rate, isChanged);
            const spentOn = input.spentOn ?? dateInZone(write.at, write.trip.timezone);
            const question = { currency: money.currency, date: spentOn, given: input.rate };
            const rate = rateFor(write.trip, question, find);
            requireCountable(write.trip, { ...money, rate }, "money.amount");
            write.claim(claim);
            const links = { stopId, reservationId, nights };
            const row = { id, title, money, rate, category, spentOn, notes, ...links };
            const by = { private: input.private ?? false, createdBy: requireWriteMember(write).id };
            return writeNewExpense(write, { ...row, ...by }, directory);
          },
        }),
      ),
    async (id) => (await selectExpense(ctx.db, { tripId, expenseId: id }))[0]?.expense,
  );
}
