import * as z from "zod";
import { Id, Instant, NewId, paragraphField } from "./fields.ts";

export const SUGGESTED_OPS = [
  "stops.create",
  "stops.update",
  "stops.move",
  "stops.delete",
  "days.update",
  "trips.update",
  "reservations.create",
  "reservations.update",
  "reservations.delete",
  "items.create",
  "items.update",
  "items.delete",
] as const;
export const SuggestedOp = z.enum(SUGGESTED_OPS).meta({
  description: "the id of the operation that it stands for; `input` is that operation's body",
});
export type SuggestedOp = z.infer<typeof SuggestedOp>;

/** Maximum number of open suggestions of one trip, and of changes in one suggestion. */
export const MAX_OPEN_SUGGESTIONS = 200;
export const MAX_SUGGESTED_CHANGES = 50;
/** Maximum size of one suggestion's changes as JSON, with the old values that they store. */
export const MAX_SUGGESTION_BYTES = 128 * 1024;
/** Maximum size of the changes of all open suggestions together, since a trip's answer contains them. */
export const MAX_OPEN_SUGGESTION_BYTES = 1024 * 1024;

/**
 * Maximum depth of a change's body. No operation's body is nested as deeply, and a text that is nested much deeper
 * can't be written as JSON again.
 */
const MAX_INPUT_DEPTH = 16;

function isNestedWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isNestedWithin(inner, depth - 1));
}

export const SuggestedChange = z.strictObject({
  op: SuggestedOp,
  entityId: Id.optional().meta({ description: "what it changes; absent for creates and the trip" }),
  input: z
    .record(z.string(), z.unknown())
    .refine((input) => isNestedWithin(input, MAX_INPUT_DEPTH), "This is nested too deeply.")
    .default({}),
});
export type SuggestedChange = z.infer<typeof SuggestedChange>;

export const NewSuggestion = z.strictObject({
  id: NewId.optional(),
  changes: z.array(SuggestedChange).min(1, "Suggest at least one change.").max(MAX_SUGGESTED_CHANGES),
  note: paragraphField(1000).optional(),
});
export type NewSuggestion = z.infer<typeof NewSuggestion>;

export const SuggestionAccept = z.strictObject({
  lines: z
    .array(
      z
        .int()
        .min(0)
        .max(MAX_SUGGESTED_CHANGES - 1),
    )
    .min(1)
    .optional()
    .meta({ description: "indexes of the lines to take; absent: all" }),
});
export type SuggestionAccept = z.infer<typeof SuggestionAccept>;

export const SuggestionDismiss = z.strictObject({ note: paragraphField(1000).optional() });
export type SuggestionDismiss = z.infer<typeof SuggestionDismiss>;

export const SuggestedChangeWithBefore = SuggestedChange.extend({
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: "old values of the fields it changes, when it was suggested; null: it creates" }),
  isAccepted: z.boolean().nullable().meta({ description: "null while nobody has answered" }),
});
export type SuggestedChangeWithBefore = z.infer<typeof SuggestedChangeWithBefore>;

export const SuggestionDto = z
  .object({
    id: Id,
    memberId: Id.meta({ description: "who suggests" }),
    note: z.string().nullable(),
    lines: z.array(SuggestedChangeWithBefore),
    baseSeq: z.int().meta({ description: "the trip's last event when it was suggested" }),
    status: z.enum(["open", "accepted", "partly", "dismissed", "withdrawn"]),
    answer: z.string().nullable(),
    answeredBy: Id.nullable().meta({ description: "member id" }),
    answeredAt: Instant.nullable(),
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Suggestion" });
export type SuggestionDto = z.infer<typeof SuggestionDto>;
