import * as z from "zod";
import { TripEvent } from "./events.ts";
import { Id } from "./fields.ts";

/** A row that an undo did not change. */
export const UndoSkippedRow = z.object({
  kind: z.string().meta({ description: "as in an event's op: stop, reservation, expense, member …" }),
  id: Id,
  name: z.string().nullable().meta({ description: "what it is called by now; null: by nothing" }),
  seqs: z.array(z.int()).meta({ description: "the later events that stand in the way" }),
});
export type UndoSkippedRow = z.infer<typeof UndoSkippedRow>;

export const UndoResult = z
  .object({
    events: z.array(TripEvent).meta({ description: "those that did it" }),
    // Optional because answers that were stored under an idempotency key may be older than this field.
    kept: z.array(UndoSkippedRow).optional().meta({
      description:
        "what of the write stays, because it was changed since or because something that stays needs it",
    }),
  })
  .meta({ id: "UndoResult" });
export type UndoResult = z.infer<typeof UndoResult>;
