import * as z from "zod";
import { ExpenseCategory } from "./expenses.ts";
import { Currency, Id } from "./fields.ts";
import { MemberAmount, PositiveAmount, RateDto } from "./money-fields.ts";

const Limits = z.partialRecord(ExpenseCategory, PositiveAmount);

/** The budget of a trip, in a currency of its own, so that a change of the trip's currency changes no number. */
export const BudgetDto = z
  .object({
    currency: z.string(),
    total: z.int().nullable(),
    limits: z.partialRecord(ExpenseCategory, z.int()).meta({ description: "minor units by category" }),
  })
  .meta({ id: "Budget" });
export type BudgetDto = z.infer<typeof BudgetDto>;

export const BudgetInput = z.strictObject({
  currency: Currency.optional().meta({ description: "default: the trip's" }),
  total: PositiveAmount.nullable(),
  limits: Limits,
});
export type BudgetInput = z.infer<typeof BudgetInput>;

const CategoryAmount = z
  .object({ category: ExpenseCategory, amount: z.int() })
  .meta({ id: "CategoryAmount" });

/** The report over everything that is not private: planned against spent money, in the trip's currency. */
export const BudgetReport = z
  .object({
    currency: z.string(),
    budget: z
      .object({ total: z.int().nullable(), limits: z.array(CategoryAmount), rate: RateDto.nullable() })
      .nullable()
      .meta({ description: "in the trip's currency; `rate` where it was set in another" }),
    spent: z.object({
      total: z.int(),
      categories: z.array(CategoryAmount),
      days: z
        .array(z.object({ date: z.string(), amount: z.int() }))
        .meta({ description: "by calendar date; nights of lodging each on theirs" }),
      members: z
        .array(z.object({ memberId: Id, paid: z.int(), borne: z.int() }))
        .meta({ description: "what each paid, and what each has to bear" }),
    }),
    planned: z
      .object({
        total: z.int(),
        open: z.int().meta({ description: "of it, what no expense is linked to yet" }),
        categories: z.array(CategoryAmount),
        rates: z
          .array(z.object({ currency: z.string(), rate: RateDto }))
          .meta({ description: "what costs in other currencies were converted by" }),
        unknown: z
          .array(z.object({ currency: z.string(), amount: z.int() }))
          .meta({ description: "costs in currencies without a rate; they are in no sum" }),
      })
      .meta({ description: "costs of stops and bookings" }),
  })
  .meta({ id: "BudgetReport" });
export type BudgetReport = z.infer<typeof BudgetReport>;

const CurrencyBalances = z
  .object({ currency: z.string(), balances: z.array(MemberAmount) })
  .meta({ id: "CurrencyBalances" });

const Balances = z.object({
  balances: z
    .array(MemberAmount)
    .meta({ description: "in the trip's currency: above 0 is owed, below 0 owes; sums to 0" }),
  byCurrency: z.array(CurrencyBalances).meta({ description: "nothing converted" }),
});

export const BalancesDto = Balances.extend({
  currency: z.string(),
  private: Balances.meta({ description: "of the private expenses and settlements that the caller sees" }),
}).meta({ id: "Balances" });
export type BalancesDto = z.infer<typeof BalancesDto>;

const TransferDto = z
  .object({ from: Id, to: Id, amount: z.int(), currency: z.string() })
  .meta({ id: "Transfer" });
export type TransferDto = z.infer<typeof TransferDto>;

export const SettleUpQuery = z.strictObject({
  by: z
    .enum(["trip", "currency"])
    .default("trip")
    .meta({ description: "currency: each currency by itself, nothing converted" }),
});

export const SettleUpDto = z
  .object({
    transfers: z.array(TransferDto).meta({ description: "after which nobody owes anybody" }),
    private: z.array(TransferDto).meta({ description: "the same of what the caller has in private" }),
  })
  .meta({ id: "SettleUp" });
export type SettleUpDto = z.infer<typeof SettleUpDto>;
