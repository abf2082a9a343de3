import * as z from "zod";
import { Id, Instant } from "./fields.ts";

export const EVENT_SOURCES = ["user", "agent", "system"] as const;

export const eventFrame = {
  seq: z.int().min(1),
  groupId: Id.meta({ description: "all events of one write" }),
  entityId: Id,
  actorId: Id.nullable().meta({ description: "user id; null: the service itself" }),
  via: z.enum(EVENT_SOURCES),
  at: Instant,
};

const changes = z
  .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
  .optional()
  .meta({ description: "field: [old, new]" });

/** The entity of an event that deletes a row. */
export const DeletedEntity = z.object({ id: Id });

export function eventSchema<const Op extends string, Entity extends z.ZodType>(op: Op, entity: Entity) {
  return z.object({ ...eventFrame, op: z.literal(op), entity, changes });
}
