import * as z from "zod";
import { Currency, Id } from "./fields.ts";
import { GivenCurrencyRate, RateDto } from "./money-fields.ts";
import { RATE_SOURCES } from "./rates.ts";

/** A currency that the trip had before. */
export const FormerCurrencyDto = z
  .object({
    currency: z.string(),
    value: z.string().meta({ description: "what one unit of it is worth in the trip's currency of now" }),
    source: z.enum(RATE_SOURCES),
    date: z.string(),
    left: z
      .array(
        z.object({
          at: z.string(),
          to: z.string(),
          value: z.string(),
          isUndated: z
            .literal(true)
            .optional()
            .meta({ description: "nothing says when the currency was the trip's" }),
        }),
      )
      .optional()
      .meta({
        description:
          "each time that the trip left it with something recorded in it: when, for which currency and at which rate. What a member was owed then leads on by this rate, as a whole. Where the trip has come back to it, it is the trip's currency, too, and `value` is 1.",
      }),
  })
  .meta({ id: "FormerCurrency" });

export const CurrencyChangeQuery = z.strictObject({
  currency: Currency,
  rate: GivenCurrencyRate.optional().meta({
    description: "what one unit of the currency of now is worth in the new one",
  }),
});
export type CurrencyChangeQuery = z.infer<typeof CurrencyChangeQuery>;

export const CurrencyPreview = z
  .object({
    from: z.string(),
    to: z.string(),
    rate: RateDto.nullable().meta({ description: "null: none is known; send one along" }),
    balances: z
      .array(z.object({ memberId: Id, before: z.int(), after: z.int().nullable() }))
      .meta({ description: "in the currency of now, and in the new one" }),
    spent: z.object({ before: z.int(), after: z.int().nullable() }),
  })
  .meta({ id: "CurrencyPreview" });
export type CurrencyPreview = z.infer<typeof CurrencyPreview>;
