import * as z from "zod";
import {
  AT_LEAST_ONE_FIELD,
  atLeastOneField,
  CalendarDate,
  Currency,
  Id,
  lineField,
  NewId,
  rowFields,
} from "./fields.ts";
import { GivenRate, PositiveAmount, RateDto } from "./money-fields.ts";

const optional = {
  paidOn: CalendarDate.optional().meta({ description: "default: today in the trip's zone" }),
  note: lineField(200).nullable().optional(),
};

export const NewSettlement = z
  .strictObject({
    id: NewId.optional(),
    from: Id.meta({ description: "member id of who gives the money" }),
    to: Id.meta({ description: "member id of who gets it" }),
    amount: PositiveAmount,
    currency: Currency,
    rate: GivenRate.optional().meta({
      description:
        "what one unit of its currency is worth in the trip's; default: what makes it count as the debt that it pays in its currency, and for more than that the rate of its day",
    }),
    private: z
      .boolean()
      .optional()
      .meta({ description: "settles private expenses; only the two and whoever adds it see it" }),
    evenIfSimilar: z.boolean().optional().meta({
      description:
        "true: add it although somebody else has recorded one that looks the same, which answers 409 SIMILAR_PAYMENT else",
    }),
    ...optional,
  })
  .refine(({ from, to }) => from !== to, { message: "Choose two different people.", path: ["to"] });
export type NewSettlement = z.infer<typeof NewSettlement>;

/**
 * The fields of a settlement that can be changed. The two members can't; a settlement of the wrong members is deleted
 * instead.
 */
export const SettlementPatch = z
  .strictObject({
    amount: PositiveAmount.optional(),
    currency: Currency.optional(),
    rate: GivenRate.nullable().optional().meta({ description: "null: find it again" }),
    ...optional,
  })
  .refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type SettlementPatch = z.infer<typeof SettlementPatch>;

export const SettlementDto = z
  .object({
    id: Id,
    from: Id,
    to: Id,
    amount: z.int(),
    currency: z.string(),
    rate: RateDto.nullable(),
    paidOn: z.string(),
    note: z.string().nullable(),
    private: z.boolean(),
    createdBy: Id.nullable().meta({ description: "member id of its author" }),
    ...rowFields,
  })
  .meta({ id: "Settlement" });
export type SettlementDto = z.infer<typeof SettlementDto>;
