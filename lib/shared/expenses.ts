import * as z from "zod";
import { CommentCount } from "./comments.ts";
import { EXPENSE_CATEGORIES } from "./expense-categories.ts";
import { moneyProblem } from "./expense-rules.ts";
import { SPLIT_MODES } from "./expense-shares.ts";
import {
  AT_LEAST_ONE_FIELD,
  atLeastOneField,
  CalendarDate,
  Currency,
  Id,
  labelField,
  NewId,
  paragraphField,
  rowFields,
} from "./fields.ts";
import { GivenRate, PartValue, RateDto, SignedAmount } from "./money-fields.ts";
import { MAX_BILL_ITEMS, MAX_NIGHTS } from "./money-limits.ts";

const People = z.array(Id).max(100);

const PayerField = z.strictObject({ memberId: Id, amount: SignedAmount });
const PartField = z.strictObject({
  memberId: Id,
  value: PartValue.optional().meta({
    description:
      "a number of shares with at most three decimals, hundredths of a percent, or minor units; none in an equal split",
  }),
});
const ItemField = z.strictObject({
  name: labelField(120),
  amount: SignedAmount.meta({
    description:
      "minor units; 0 for a free line, against the sign of the whole for what comes off. All lines together have that sign",
  }),
  memberIds: People,
});

const SplitField = z.strictObject({
  mode: z.enum(SPLIT_MODES),
  parts: z.array(PartField).max(100).meta({ description: "empty for items, which name their own people" }),
  items: z.array(ItemField).max(MAX_BILL_ITEMS).optional(),
  tax: SignedAmount.optional().meta({ description: "on top of the items, by what each has of them" }),
  tip: SignedAmount.optional(),
  discount: SignedAmount.optional().meta({ description: "off the items, likewise" }),
});

/** A former id, without hyphens, since it refers to no row any more. */
const FormerId = z.string().regex(/^[\da-f]{32}$/, "Write an id without hyphens.");
const MergedParts = z.array(z.strictObject({ key: FormerId, paid: z.int(), borne: z.int() })).max(100);

const RoundingField = z
  .strictObject({
    seed: FormerId.optional().meta({ description: "in place of the expense's id" }),
    keys: z
      .record(Id, FormerId)
      .optional()
      .meta({ description: "by member: the id that counts in place of theirs" }),
    merged: z.record(Id, MergedParts).optional().meta({
      description:
        "by member: the parts of several people who turned out to be this one, each rounded by itself",
    }),
  })
  .meta({
    id: "Rounding",
    description:
      "who gets odd units, where ids became others: of a trip's copy, and of people who turned out to be one. The service keeps it; what is sent is ignored, but in a trip's file",
  });

const MoneyShape = z.strictObject({
  amount: SignedAmount,
  currency: Currency,
  payers: z.array(PayerField).max(100),
  split: SplitField,
  rounding: RoundingField.optional(),
});

/** The money of an expense. It is one field, so that amount, payers and split always agree. */
export const ExpenseMoneyField = MoneyShape.superRefine((money, ctx) => {
  // If a single field is invalid, its issue was already added.
  if (ctx.issues.length > 0) return;
  const problem = moneyProblem(money);
  if (problem) ctx.addIssue({ code: "custom", ...problem });
}).meta({ id: "ExpenseMoney" });
export type ExpenseMoneyField = z.infer<typeof ExpenseMoneyField>;

export const ExpenseCategory = z.enum(EXPENSE_CATEGORIES);

const fields = {
  category: ExpenseCategory.optional().meta({ description: "default: other" }),
  spentOn: CalendarDate.optional().meta({ description: "default: today in the trip's zone" }),
  notes: paragraphField(5000).nullable().optional(),
  stopId: Id.nullable().optional().meta({ description: "the stop that it was for" }),
  reservationId: Id.nullable().optional().meta({ description: "the booking that it was for" }),
  nights: z
    .int()
    .min(1)
    .max(MAX_NIGHTS)
    .nullable()
    .optional()
    .meta({ description: "of lodging: how many nights from `spentOn` on the amount is for, the same each" }),
};

export const NewExpense = z.strictObject({
  id: NewId.optional(),
  title: labelField(200),
  money: ExpenseMoneyField,
  rate: GivenRate.optional().meta({
    description: "what one unit of its currency is worth in the trip's; default: looked up for its day",
  }),
  private: z.boolean().optional().meta({ description: "only its people and whoever adds it see it" }),
  ...fields,
});
export type NewExpense = z.infer<typeof NewExpense>;

export const ExpensePatch = z
  .strictObject({
    title: labelField(200).optional(),
    money: ExpenseMoneyField.optional(),
    rate: GivenRate.nullable().optional().meta({ description: "null: look it up again" }),
    private: z.literal(false, "What others have seen can't become private.").optional(),
    ...fields,
  })
  .refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type ExpensePatch = z.infer<typeof ExpensePatch>;

/** The fields of an expense's row; `expense.*` events carry them. */
export const ExpenseFields = z
  .object({
    id: Id,
    title: z.string(),
    money: MoneyShape.meta({ id: "ExpenseMoneyRead" }),
    rate: RateDto.nullable().meta({ description: "to the trip's currency at that time; null: it was in it" }),
    category: ExpenseCategory,
    spentOn: z.string(),
    notes: z.string().nullable(),
    stopId: Id.nullable(),
    reservationId: Id.nullable(),
    nights: z.int().nullable(),
    private: z
      .boolean()
      .meta({ description: "only its people and its author see it, and it is in no balance of the group" }),
    createdBy: Id.nullable().meta({ description: "member id of its author" }),
    ...rowFields,
  })
  .meta({ id: "ExpenseFields" });
export type ExpenseFields = z.infer<typeof ExpenseFields>;

export const ExpenseDto = ExpenseFields.extend({ commentCount: CommentCount }).meta({ id: "Expense" });
export type ExpenseDto = z.infer<typeof ExpenseDto>;
