import type * as z from "zod";
import type { Db } from "#db/client.ts";
import { selectDay } from "#db/queries/days.ts";
import { selectItem } from "#db/queries/items.ts";
import { selectReservation } from "#db/queries/reservations.ts";
import { selectStop } from "#db/queries/stops.ts";
import { selectTripFields } from "#db/queries/trips.ts";
import { daysApi } from "#lib/shared/api/days.ts";
import { itemsApi } from "#lib/shared/api/items.ts";
import { reservationsApi } from "#lib/shared/api/reservations.ts";
import { stopsApi } from "#lib/shared/api/stops.ts";
import { tripsApi } from "#lib/shared/api/trips.ts";
import { assertNever } from "#lib/shared/errors.ts";
import type { SuggestedChange, SuggestedOp } from "#lib/shared/suggestions.ts";
import { changesSinceRead, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { updateDay } from "../trips/days.ts";
import { addItem } from "../items/add-item.ts";
import { deleteItem, restoreItem, updateItem } from "../items/edit-item.ts";
import { addReservation } from "../reservations/add-reservation.ts";
import {
  deleteReservation,
  restoreReservation,
  updateReservation,
} from "../reservations/edit-reservation.ts";
import { addStop } from "../stops/add-stop.ts";
import { restoreStop } from "../stops/restore-stop.ts";
import { deleteStop, updateStop } from "../stops/edit-stop.ts";
import { moveStop } from "../stops/move-stop.ts";
import { updateTrip } from "../trips/update-trip.ts";

interface Rule {
  /** The schema of the operation's body; null: it has none. */
  body: z.ZodType | null;
  /** The kind of row that `entityId` names; null: none. */
  entity: "stop" | "day" | "reservation" | "item" | null;
}

/** The rules of each operation, with the schema of its own endpoint. */
export const OP_RULES: Record<SuggestedOp, Rule> = {
  "stops.create": { body: stopsApi.create.body, entity: null },
  "stops.update": { body: stopsApi.update.body, entity: "stop" },
  "stops.move": { body: stopsApi.move.body, entity: "stop" },
  "stops.delete": { body: null, entity: "stop" },
  "days.update": { body: daysApi.update.body, entity: "day" },
  "trips.update": { body: tripsApi.update.body, entity: null },
  "reservations.create": { body: reservationsApi.create.body, entity: null },
  "reservations.update": { body: reservationsApi.update.body, entity: "reservation" },
  "reservations.delete": { body: null, entity: "reservation" },
  "items.create": { body: itemsApi.create.body, entity: null },
  "items.update": { body: itemsApi.update.body, entity: "item" },
  "items.delete": { body: null, entity: "item" },
};

/** Returns the row of a change as members see it; null when it does not exist or was deleted. */
export async function findEntity(
  tx: Db,
  tripId: string,
  kind: NonNullable<Rule["entity"]> | "trip",
  id: string,
): Promise<object | null> {
  switch (kind) {
    case "trip":
      return (await selectTripFields(tx, { tripId }))[0]?.trip ?? null;
    case "stop":
      return live((await selectStop(tx, { tripId, stopId: id }))[0]?.stop);
    case "day": {
      const [row] = await selectDay(tx, { tripId, dayId: id });
      return row && row.deletedAt === null ? row.day : null;
    }
    case "reservation":
      return live((await selectReservation(tx, { tripId, reservationId: id }))[0]?.reservation);
    case "item": {
      const item = live((await selectItem(tx, { tripId, itemId: id }))[0]?.item);
      // A private item counts as absent, because only its owner can see it.
      return item?.ownerId === null ? item : null;
    }
    default:
      return assertNever(kind);
  }
}

function live<T extends { deletedAt: string | null }>(row: T | undefined): T | null {
  return row && row.deletedAt === null ? row : null;
}

interface Made {
  kind: "stop" | "reservation" | "item";
  /** The ids of the rows that an earlier acceptance of the suggestion created; that acceptance was undone. */
  made: ReadonlySet<string>;
}

/**
 * Whether an undo removed the row that the change had created: the row exists as deleted, and its id cannot be used
 * again. Any other row of this id is not the change's.
 */
async function wasTakenBack(
  { open }: Ctx,
  tripId: string,
  { kind, made }: Made,
  { id }: Record<string, unknown>,
): Promise<boolean> {
  if (!open || typeof id !== "string" || !made.has(id)) return false;
  const rows = {
    stop: async () => (await selectStop(open.tx, { tripId, stopId: id }))[0]?.stop,
    reservation: async () =>
      (await selectReservation(open.tx, { tripId, reservationId: id }))[0]?.reservation,
    item: async () => (await selectItem(open.tx, { tripId, itemId: id }))[0]?.item,
  };
  const row = await rows[kind]();
  return row !== undefined && row.deletedAt !== null;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Runs the operation of a change; `ctx.open` makes it part of that open write.
 * @param made the ids of the rows that an earlier acceptance of the suggestion created; that acceptance was undone
 */
export async function applySuggestedChange(
  ctx: Ctx,
  tripId: string,
  { op, entityId = "", input }: SuggestedChange,
  made: ReadonlySet<string> = NOTHING,
): Promise<unknown> {
  switch (op) {
    case "stops.create":
      if (await wasTakenBack(ctx, tripId, { kind: "stop", made }, input))
        return restoreStop(ctx, tripId, String(input["id"]));
      return addStop(ctx, tripId, stopsApi.create.body.parse(input));
    case "stops.update":
      return updateStop(ctx, tripId, entityId, stopsApi.update.body.parse(input));
    case "stops.move":
      await refuseChangedSince(ctx, tripId, { kind: "stop", id: entityId }, ["dayId", "position"]);
      return moveStop(ctx, tripId, entityId, stopsApi.move.body.parse(input));
    case "stops.delete":
      await refuseChangedSince(ctx, tripId, { kind: "stop", id: entityId });
      return deleteStop(ctx, tripId, entityId);
    case "days.update":
      return updateDay(ctx, tripId, entityId, daysApi.update.body.parse(input));
    case "trips.update":
      return updateTrip(ctx, tripId, tripsApi.update.body.parse(input));
    case "reservations.create":
      if (await wasTakenBack(ctx, tripId, { kind: "reservation", made }, input)) {
        return restoreReservation(ctx, tripId, String(input["id"]));
      }
      return addReservation(ctx, tripId, reservationsApi.create.body.parse(input));
    case "reservations.update":
      return updateReservation(ctx, tripId, entityId, reservationsApi.update.body.parse(input));
    case "reservations.delete":
      await refuseChangedSince(ctx, tripId, { kind: "reservation", id: entityId });
      return deleteReservation(ctx, tripId, entityId);
    case "items.create":
      if (await wasTakenBack(ctx, tripId, { kind: "item", made }, input))
        return restoreItem(ctx, tripId, String(input["id"]));
      return addItem(ctx, tripId, itemsApi.create.body.parse(input));
    case "items.update":
      return updateItem(ctx, tripId, entityId, itemsApi.update.body.parse(input));
    case "items.delete":
      await refuseChangedSince(ctx, tripId, { kind: "item", id: entityId });
      return deleteItem(ctx, tripId, entityId);
    default:
      return assertNever(op);
  }
}

/**
 * Refuses a suggested move or delete when somebody has changed the row since. A direct move or delete has no such
 * check, because the last one wins. A delete concerns all fields of the row except its position, which nobody would
 * miss.
 */
async function refuseChangedSince(
  ctx: Ctx,
  tripId: string,
  entity: { kind: "stop" | "reservation" | "item"; id: string },
  fields?: string[],
): Promise<void> {
  const tx = ctx.open?.tx ?? ctx.db;
  const row = await findEntity(tx, tripId, entity.kind, entity.id);
  if (!row) return;
  const asked = fields ?? Object.keys(row).filter((field) => field !== "position");
  refuseConflict(await changesSinceRead(ctx, tx, tripId, entity, asked), row);
}
