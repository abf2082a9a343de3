import * as z from "zod";
import { ExpenseCategory } from "./expenses.ts";
import { Currency, Id } from "./fields.ts";
import { GivenRate, RateDto } from "./money-fields.ts";

const EXPENSE_SOURCES = [
  "splitwise",
  "splitpro",
  "spliit",
  "cospend",
  "ihatemoney",
  "settle-up",
  "tricount",
  "sesterce",
] as const;

/** Why the import leaves out a row of the file. */
export const LEFT_OUT_REASONS = [
  "date",
  "currency",
  "amount",
  "shares",
  "sum",
  "owesMore",
  "noPayer",
  "payerInJson",
  "nobody",
  "stranger",
  "noCost",
  "tooMuch",
  "noRate",
  "direction",
  "stray",
  "even",
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** The kind of a file in which no expenses can be read; `details.kind` of the error. */
export type UnreadableExpenses = "archive" | "json" | "bank" | "wayfare" | "tricount" | "unknown";

/** In place of a member's id: the import adds the person to the trip as a new member. */
export const NEW_PERSON = "new";

const Who = z.union([z.literal(NEW_PERSON), Id]);
const NamedRate = z.strictObject({ currency: Currency, value: GivenRate.shape.value });

const People = z
  .string()
  .max(8000)
  .transform((text, ctx) => {
    const parsed = z.array(Who).max(100).safeParse(text.split(","));
    if (parsed.success) return parsed.data;
    ctx.addIssue({ code: "custom", message: "List a member's id or “new” for each person, with commas." });
    return z.NEVER;
  })
  .meta({
    type: "string",
    description:
      "for each person that the preview lists, in its order: a member's id, or new for somebody without an account; absent: as the preview says, and new for the rest",
  });

const Rates = z
  .string()
  .max(2000)
  .transform((text, ctx) => {
    const rates = text.split(",").map((each) => {
      const [currency, value] = each.split(":");
      return { currency, value };
    });
    const parsed = z.array(NamedRate).safeParse(rates);
    if (parsed.success) return parsed.data;
    ctx.addIssue({ code: "custom", message: "List rates as VND:0.0062,TWD:4.8." });
    return z.NEVER;
  })
  .meta({
    type: "string",
    description: "what one unit is worth in the trip's currency, for currencies whose rate is not known",
    examples: ["VND:0.0062"],
  });

export const ExpenseImportQuery = z
  .strictObject({
    people: People.optional(),
    rates: Rates.optional(),
    ratesTo: Currency.optional().meta({
      description:
        "the trip's currency that the rates lead to, as the preview says it; where that is another by now, the import is refused as a conflict",
    }),
    known: z
      .enum(["skip", "add"])
      .default("skip")
      .meta({ description: "what becomes of rows that the trip seems to have already" }),
  })
  .refine(({ rates, ratesTo }) => !rates || ratesTo !== undefined, {
    message: "Send along which currency of the trip the rates lead to.",
    path: ["ratesTo"],
  });
export type ExpenseImportQuery = z.output<typeof ExpenseImportQuery>;

const Person = z.int().min(0).meta({ description: "place in `people`, from 0" });
const Part = z.object({ person: Person, amount: z.int() });

const FoundRow = z.object({
  line: z.int().meta({ description: "in the file, from 1" }),
  kind: z.enum(["expense", "settlement"]),
  date: z.string(),
  title: z.string(),
  category: ExpenseCategory,
  amount: z.int(),
  currency: z.string(),
  notes: z
    .string()
    .nullable()
    .meta({ description: "what else the file says of it, such as what it cost in its own currency" }),
  payers: z.array(Part),
  shares: z.array(Part).meta({ description: "of a settlement: who got it" }),
  isKnown: z.boolean().meta({
    description:
      "the trip has one of this date, title, amount and currency, or one that was so when an import made it",
  }),
});

const LeftOutLine = z.object({
  line: z.int(),
  reason: z.enum(LEFT_OUT_REASONS),
  text: z.string().nullable().meta({ description: "what of the line is not understood" }),
  message: z.string(),
});

const ExpenseNotice = z.discriminatedUnion("code", [
  z.object({
    code: z.literal("endedCurrency"),
    from: z.string(),
    to: z.string(),
    rate: z.string().meta({ description: "units of the ended currency for one of what followed it" }),
    count: z.int(),
  }),
  z.object({ code: z.literal("currencyAssumed"), currency: z.string(), count: z.int() }),
  z.object({
    code: z.literal("weightAssumed"),
    names: z.array(z.string()).meta({ description: "who is taken to weigh 1, since the file does not say" }),
  }),
]);
export type ExpenseNotice = z.infer<typeof ExpenseNotice>;

/** Fields of the report about a file, both before the import and after it. */
const said = {
  leftOut: z
    .array(LeftOutLine)
    .meta({ description: "lines that are not understood and left out, each with its reason" }),
  notices: z
    .array(ExpenseNotice)
    .meta({ description: "what was taken for granted, or counted in another currency" }),
};

export const ExpenseImportPreview = z
  .object({
    source: z.enum(EXPENSE_SOURCES),
    people: z.array(
      z.object({
        name: z.string(),
        memberId: Id.nullable().meta({ description: "the one member of exactly this name" }),
      }),
    ),
    rows: z.array(FoundRow),
    currency: z.string().meta({ description: "the trip's, which all rates lead to" }),
    empty: z.int().meta({ description: "rows that concern nobody; they are left out" }),
    emptyLines: z
      .array(LeftOutLine)
      .meta({ description: "of these, the lines with what they are called; reason `even`" }),
    leftOut: said.leftOut,
    totals: z
      .int()
      .meta({ description: "rows that say what the others come to; they are checked, and no expenses" }),
    notices: said.notices,
    currencies: z
      .array(z.object({ currency: z.string(), rate: RateDto.nullable() }))
      .meta({ description: "other than the trip's, with a rate of their first day; null: send one along" }),
  })
  .meta({ id: "ExpenseImportPreview" });
export type ExpenseImportPreview = z.infer<typeof ExpenseImportPreview>;

export const ExpenseImportResult = z
  .object({
    expenses: z.int(),
    settlements: z.int(),
    members: z.int().meta({ description: "people without an account who were added" }),
    skipped: z.int().meta({
      description: "rows that the trip had already, that concern nobody, or that are not understood",
    }),
    leftOut: said.leftOut.default([]),
    notices: said.notices.default([]),
  })
  .meta({
    id: "ExpenseImportResult",
    description: "What was added. All of it is one group, whose undo takes it out again.",
  });
export type ExpenseImportResult = z.infer<typeof ExpenseImportResult>;
