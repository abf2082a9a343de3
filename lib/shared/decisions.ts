import * as z from "zod";
import {
  AT_LEAST_ONE_FIELD,
  atLeastOneField,
  Id,
  Instant,
  LAST_YEAR,
  labelField,
  NewId,
  paragraphField,
  rowFields,
} from "./fields.ts";

/** Maximum number of live decisions of one trip. */
export const MAX_DECISIONS = 200;

const fields = {
  notes: paragraphField(5000).nullable().optional(),
  candidates: z
    .array(Id)
    .max(50)
    .refine((ids) => new Set(ids).size === ids.length, "List each stop once.")
    .optional()
    .meta({ description: "stop ids, in the order they are shown in" }),
  deadline: Instant.refine(
    (text) => new Date(text).getUTCFullYear() <= LAST_YEAR,
    `Choose a moment before the year ${LAST_YEAR + 1}.`,
  )
    .nullable()
    .optional()
    .meta({ description: "then it closes by itself" }),
  dayId: Id.nullable().optional().meta({ description: "where the winner goes; null: it stays in Ideas" }),
};

export const NewDecision = z.strictObject({ id: NewId.optional(), title: labelField(200), ...fields });
export type NewDecision = z.infer<typeof NewDecision>;

export const DecisionPatch = z
  .strictObject({ title: labelField(200).optional(), ...fields })
  .refine(atLeastOneField, AT_LEAST_ONE_FIELD);
export type DecisionPatch = z.infer<typeof DecisionPatch>;

export const DecisionClose = z.strictObject({
  winnerId: Id.optional().meta({ description: "a candidate; absent: the one with the most votes" }),
});
export type DecisionClose = z.infer<typeof DecisionClose>;

export const DecisionDto = z
  .object({
    id: Id,
    title: z.string(),
    notes: z.string().nullable(),
    candidates: z.array(Id),
    deadline: Instant.nullable(),
    dayId: Id.nullable(),
    status: z.enum(["open", "tied", "closed"]).meta({
      description: "tied: its deadline found no single winner, and somebody has to choose",
    }),
    winnerId: Id.nullable(),
    closedAt: Instant.nullable(),
    ...rowFields,
  })
  .meta({ id: "Decision" });
export type DecisionDto = z.infer<typeof DecisionDto>;
