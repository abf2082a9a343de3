import * as z from "zod";
import { isWithinMaxAmount, type RatedMoney, type TripCurrency } from "./balances.ts";
import { expenseViewersOf } from "./expense-people.ts";
import { ExpenseCategory, ExpenseMoneyField } from "./expenses.ts";
import { CalendarDate, Currency, Id, Instant, labelField, lineField, paragraphField } from "./fields.ts";
import { FileInstant } from "./trip-file-instant.ts";
import { GivenRate, PositiveAmount } from "./money-fields.ts";
import { MAX_NIGHTS } from "./money-limits.ts";
import { RATE_SOURCES } from "./rates.ts";

/* Schemas of the money in a trip file. */

const rateFields = { value: GivenRate.shape.value, source: z.enum(RATE_SOURCES), date: CalendarDate };
const FileRate = z.strictObject({ to: Currency, ...rateFields });

const FileLeave = z.strictObject({
  at: Instant,
  to: Currency,
  value: rateFields.value,
  isUndated: z.literal(true).optional(),
});

export const FileFormerCurrency = z.strictObject({
  currency: Currency,
  ...rateFields,
  left: z.array(FileLeave).max(100).optional(),
});

export const FileBudget = z.strictObject({
  currency: Currency,
  total: PositiveAmount.nullable(),
  limits: z.partialRecord(ExpenseCategory, PositiveAmount),
});

const isPrivate = z.boolean().meta({ description: "only its people see it; whoever exported it is one" });

const recordedAt = FileInstant.optional().meta({
  description:
    "when it was recorded, which tells the currency that the trip had then; older files don't say it",
});

export const FileExpense = z.strictObject({
  id: Id,
  title: labelField(200),
  money: ExpenseMoneyField,
  rate: FileRate.nullable(),
  category: ExpenseCategory,
  spentOn: CalendarDate,
  notes: paragraphField(5000).nullable(),
  stopId: Id.nullable(),
  reservationId: Id.nullable(),
  nights: z.int().min(1).max(MAX_NIGHTS).nullable(),
  isPrivate,
  createdBy: Id.nullable(),
  createdAt: recordedAt,
});

export const FileSettlement = z
  .strictObject({
    id: Id,
    from: Id,
    to: Id,
    amount: PositiveAmount,
    currency: Currency,
    rate: FileRate.nullable(),
    paidOn: CalendarDate,
    note: lineField(200).nullable(),
    isPrivate,
    createdBy: Id.nullable(),
    createdAt: recordedAt,
  })
  .refine(({ from, to }) => from !== to, { message: "Choose two different people.", path: ["to"] });

interface Monies {
  exportedBy: string | null;
  trip: TripCurrency;
  expenses: z.infer<typeof FileExpense>[];
  settlements: z.infer<typeof FileSettlement>[];
}

/**
 * Checks that rates lead every amount to the trip's currency, and that no private row belongs only to people who can't
 * see it.
 */
export function checkMoney({ trip, exportedBy, expenses, settlements }: Monies, ctx: z.RefinementCtx): void {
  checkFormer(trip, ctx);
  for (const [index, expense] of expenses.entries()) {
    const path = ["expenses", index];
    const { money, rate, isPrivate: hidden } = expense;
    checkReach(trip, { ...money, rate, hidden }, path, ctx);
    if (hidden) checkPrivate(expenseViewersOf(expense), exportedBy, path, ctx);
  }
  for (const [index, settlement] of settlements.entries()) {
    const path = ["settlements", index];
    checkReach(trip, { ...settlement, hidden: settlement.isPrivate }, path, ctx);
    const { from, to, createdBy } = settlement;
    if (settlement.isPrivate) checkPrivate([from, to, createdBy], exportedBy, path, ctx);
  }
}

type Path = (string | number)[];

function checkFormer({ currency, formerCurrencies }: TripCurrency, ctx: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, former] of formerCurrencies.entries()) {
    const path = ["trip", "formerCurrencies", index, "currency"];
    // The current currency can also be a former one, if the trip has left it at least once.
    if (former.currency === currency && former.left === undefined)
      ctx.addIssue({ code: "custom", path, message: "The trip is in this currency now." });
    if (seen.has(former.currency))
      ctx.addIssue({ code: "custom", path, message: "This currency is listed twice." });
    seen.add(former.currency);
  }
}

/**
 * Checks that amounts can be converted, also those in the trip's current currency, since the trip may get another one.
 * Whether a currency could change depended only on rows that everybody sees, so private amounts may be of any size.
 */
function checkReach(
  trip: TripCurrency,
  { hidden, ...money }: RatedMoney & { hidden: boolean },
  path: Path,
  ctx: z.RefinementCtx,
): void {
  const { currency, formerCurrencies } = trip;
  const reached = money.rate?.to ?? money.currency;
  if (reached !== currency && !formerCurrencies.some((former) => former.currency === reached)) {
    const message = `No rate leads from ${reached} to the trip's currency ${currency}.`;
    ctx.addIssue({ code: "custom", path: [...path, "rate"], message });
  } else if (!hidden && !isWithinMaxAmount(trip, money)) {
    const message = `This amount is too large in the trip's currency ${currency}.`;
    ctx.addIssue({ code: "custom", path: [...path, "rate"], message });
  }
}

function checkPrivate(
  people: readonly (string | null)[],
  exportedBy: string | null,
  path: Path,
  ctx: z.RefinementCtx,
): void {
  if (exportedBy !== null && people.includes(exportedBy)) return;
  const message = "Whoever exported the file is not in this private entry.";
  ctx.addIssue({ code: "custom", path: [...path, "isPrivate"], message });
}
