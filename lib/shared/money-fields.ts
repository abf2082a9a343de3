import * as z from "zod";
import { CalendarDate, Currency, Id } from "./fields.ts";
import { MAX_AMOUNT } from "./money.ts";
import { isRateValue, RATE_SOURCES } from "./rates.ts";

/** An amount above 0 or, for money that came back, below 0; the rules of each field say which of them it takes. */
export const SignedAmount = z
  .int()
  .min(-MAX_AMOUNT, "This amount is too large.")
  .max(MAX_AMOUNT, "This amount is too large.")
  .meta({ description: "minor units of the currency; below 0: money that came back" });

/** A participant's value in a split. Only a number of shares has decimals, and the rules of expenses limit how many. */
export const PartValue = z
  .number()
  .min(-MAX_AMOUNT, "This amount is too large.")
  .max(MAX_AMOUNT, "This amount is too large.");

export const PositiveAmount = z
  .int()
  .min(1, "Give an amount above 0.")
  .max(MAX_AMOUNT, "This amount is too large.")
  .meta({ description: "minor units of the currency" });

const RateValue = z
  .string()
  .max(40)
  .refine(isRateValue, "Give the rate as a number above 0 such as 178.906.")
  .meta({ examples: ["178.906"] });

/** An exchange rate that a user types: what one unit is worth in the trip's currency. */
export const GivenRate = z.strictObject({
  value: RateValue,
  date: CalendarDate.optional().meta({
    description: "the day that it is of; default: the day of what it is for",
  }),
  to: Currency.optional().meta({
    description:
      "the trip's currency that it leads to; where that is another by now, the rate is refused as a conflict (default: any)",
  }),
});
export type GivenRate = z.infer<typeof GivenRate>;

/** An exchange rate to a new currency of the trip, which another field of the request names. */
export const GivenCurrencyRate = GivenRate.omit({ to: true }).extend({
  from: Currency.optional().meta({
    description:
      "the trip's currency that it leads from; where that is another by now, the currency is refused as a conflict, and where it is forced, a rate is looked up instead (default: any)",
  }),
});
export type GivenCurrencyRate = z.infer<typeof GivenCurrencyRate>;

export const RateDto = z
  .object({
    to: z.string().meta({ description: "the currency that it leads to: the trip's at that time" }),
    value: z.string().meta({ description: "what one whole unit is worth in it, as decimal digits" }),
    source: z.enum(RATE_SOURCES),
    date: z.string().meta({ description: "the day that it is of" }),
  })
  .meta({ id: "Rate" });

export const RateAnswer = z.object({
  rate: RateDto.nullable().meta({ description: "null: none is known; send one along" }),
});
export type RateAnswer = z.infer<typeof RateAnswer>;

export const RateQuery = z.strictObject({
  currency: Currency.meta({ description: "one unit of this, in the trip's currency" }),
  date: CalendarDate.optional().meta({ description: "default: today" }),
});
export type RateQuery = z.infer<typeof RateQuery>;

/** An amount of one member, in minor units. */
export const MemberAmount = z.object({ memberId: Id, amount: z.int() }).meta({ id: "MemberAmount" });
export type MemberAmount = z.infer<typeof MemberAmount>;
