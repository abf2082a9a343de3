import * as z from "zod";
import { runPipelined } from "#db/client.ts";
import { selectExpenseCapacity } from "#db/queries/expenses.ts";
import { dateInZone } from "#lib/shared/dates.ts";
import { AppError, invalidFields } from "#lib/shared/errors.ts";
import { ExpenseCategory, NewExpense } from "#lib/shared/expenses.ts";
import { SPLIT_MODES } from "#lib/shared/expense-shares.ts";
import { CalendarDate, Currency, labelField, paragraphField } from "#lib/shared/fields.ts";
import { PartValue, SignedAmount } from "#lib/shared/money-fields.ts";
import { MAX_BILL_ITEMS } from "#lib/shared/money-limits.ts";
import { requireLinks, requireMembers, requireExpenseCapacity } from "../../expenses/expense-access.ts";
import { ISSUE_MESSAGES } from "../../http/issue-messages.ts";
import { readDirectory } from "../../money/directory.ts";
import { rateFor, requireCountable, withRates } from "../../money/stored-rate.ts";
import { tool, type ToolRun } from "../tool.ts";
import { withoutEmptyFields } from "./fit-result.ts";
import { findKnownRow, KnownId } from "./known-ids.ts";
import { plannedStops } from "./planned-stops.ts";
import { readSharedTrip, type SharedTrip } from "./shared-trip.ts";
import { quoteName } from "./short-text.ts";
import { StopId } from "./stop-inputs.ts";
import { moneyText } from "./row-texts.ts";

const MemberId = KnownId.describe("id of a member, as read_trip tells it");
const People = z.array(MemberId).min(1).max(100);

const input = z.strictObject({
  title: labelField(200),
  currency: Currency,
  amount: SignedAmount.describe(
    "a whole number of the currency's smallest unit: with 2 decimals (EUR, USD, CNY) 4800 is 48.00, with none (JPY, KRW) it is 4800, with 3 (KWD) it is 4.800; below 0: money that came back",
  ),
  payers: z
    .array(z.strictObject({ memberId: MemberId, amount: SignedAmount }))
    .min(1)
    .max(100)
    .describe("who paid how much; adds up to amount"),
  split: z.strictObject({
    mode: z.enum(SPLIT_MODES),
    parts: z
      .array(z.strictObject({ memberId: MemberId, value: PartValue.nullish() }))
      .max(100)
      .describe(
        "who shares it; value: none when equal, a number of shares such as 2 or 1.5, hundredths of a percent that add up to 10000, or exact amounts; no parts for items",
      ),
    items: z
      .array(z.strictObject({ name: labelField(120), amount: SignedAmount, memberIds: People }))
      .max(MAX_BILL_ITEMS)
      .nullish()
      .describe(
        "lines of a bill, each shared equally by its members, 0 for a free one, against the sign of the whole for a deposit or voucher that comes off; only for the mode items",
      ),
    tax: SignedAmount.nullish(),
    tip: SignedAmount.nullish(),
    discount: SignedAmount.nullish(),
  }),
  category: ExpenseCategory.nullish(),
  spentOn: CalendarDate.nullish().describe("the day that it was spent on; today unless given"),
  notes: paragraphField(5000).nullish(),
  stopId: StopId.nullish().describe("the stop that it was for"),
});

export const draftExpense = tool({
  name: "draft_expense",
  description:
    "Prepares an expense on a card, for a person to look at and to record. It records nothing. Only with amounts and people that were named; never guess who paid.",
  input,
  about: ({ title }) => ({ name: title }),
  async run(run, given) {
    const trip = await readSharedTrip(run);
    const expense = parsed(run, trip, given);
    const hasRate = await requireRecordable(run, trip, expense);
    const { amount, currency, payers } = expense.money;
    const nameOf = (id: string) => trip.members.find((member) => member.id === id)?.name ?? "";
    const told = {
      isRecorded: false,
      title: quoteName(expense.title),
      amount: moneyText({ amount, currency }),
      paidBy: payers.map((payer) => `${nameOf(payer.memberId)}: ${moneyText({ ...payer, currency })}`),
      spentOn: expense.spentOn,
      note: hasRate
        ? null
        : `No rate from ${currency} to ${trip.currency} is known: whoever records it has to type one.`,
    };
    return {
      told: withoutEmptyFields(told),
      about: { name: expense.title },
      parts: [{ type: "expense", expense }],
    };
  },
});

/** Returns the checked expense. It has an id already, so that a draft which is sent twice is one expense. */
function parsed(run: ToolRun, trip: SharedTrip, given: z.output<typeof input>): NewExpense {
  const { title, amount, currency, split, stopId, notes, category } = given;
  const memberOf = (said: string) => findKnownRow("member", said, trip.members).id;
  const { mode, items, tax, tip, discount } = split;
  const parts = split.parts.map(({ memberId, value }) => ({
    memberId: memberOf(memberId),
    value: value ?? undefined,
  }));
  const lines = items?.map(({ name, ...item }) => {
    return { name, amount: item.amount, memberIds: item.memberIds.map(memberOf) };
  });
  const extra = {
    items: lines,
    tax: tax ?? undefined,
    tip: tip ?? undefined,
    discount: discount ?? undefined,
  };
  const expense = NewExpense.safeParse(
    {
      id: run.ctx.newId(),
      title,
      money: {
        amount,
        currency,
        payers: given.payers.map((payer) => ({ memberId: memberOf(payer.memberId), amount: payer.amount })),
        split: defined({ mode, parts: parts.map(defined), ...extra }),
      },
      category: category ?? "other",
      spentOn: given.spentOn ?? dateInZone(run.ctx.now(), trip.timezone),
      ...(notes && { notes }),
      ...(stopId && { stopId: findKnownRow("stop", stopId, plannedStops(run, trip)).id }),
    },
    ISSUE_MESSAGES,
  );
  if (expense.success) return expense.data;
  const { issues } = expense.error;
  throw invalidFields(issues.map(({ path, message }) => ({ path: path.map(String).join("."), message })));
}

function defined<T extends object>(fields: T): T {
  // Undefined fields are left out. The cast is safe because the schema treats absent and undefined fields alike.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/**
 * Checks everything that the recording would check, except the exchange rate, which a user can still enter.
 * @returns whether there is an exchange rate
 * @throws AppError LIMIT_REACHED, VALIDATION_FAILED
 */
async function requireRecordable(
  { ctx, tripId }: ToolRun,
  trip: SharedTrip,
  expense: NewExpense,
): Promise<boolean> {
  const { money, spentOn = "", stopId = null } = expense;
  const links = { stopId, reservationId: null };
  const { userId } = ctx.viewer;
  const [[room], directory] = await runPipelined([
    selectExpenseCapacity(ctx.db, { tripId, userId, ...links }),
    readDirectory(ctx.db, tripId),
  ]);
  requireLinks(requireExpenseCapacity(room), links);
  requireMembers(directory, money);
  const question = { currency: money.currency, date: spentOn };
  const lookUp = withRates((find) => Promise.resolve().then(() => rateFor(trip, question, find)));
  const rate = await lookUp.catch(noneIfUnknown);
  if (rate === undefined) return false;
  requireCountable(trip, { ...money, rate }, "money.amount");
  return true;
}

function noneIfUnknown(error: unknown): undefined {
  if (error instanceof AppError && error.issues?.every(({ path }) => path === "rate")) return undefined;
  throw error;
}
