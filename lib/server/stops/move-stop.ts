import { runPipelined } from "#db/client.ts";
import { selectDay } from "#db/queries/days.ts";
import { selectStop, selectStopsOfDay } from "#db/queries/stops.ts";
import { type AppError, invalidField } from "#lib/shared/errors.ts";
import { keyBetween } from "#lib/shared/order.ts";
import type { StopDto, StopFields, StopMove } from "#lib/shared/stops.ts";
import type { Ctx } from "../context.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { unknownDay } from "./add-stop.ts";
import { changeStop, requireLive } from "./edit-stop.ts";
import { zoneOnMove } from "./place-zone.ts";
import { respacePositions } from "./respace-positions.ts";

/** Moves a stop after another one. It writes one row, unless no position is left between the two neighbours. */
export function moveStop(ctx: Ctx, tripId: string, stopId: string, input: StopMove): Promise<StopDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectStop(tx, { tripId, stopId }),
        input.dayId ? selectDay(tx, { tripId, dayId: input.dayId }) : Promise.resolve([]),
        input.afterId ? selectStop(tx, { tripId, stopId: input.afterId }) : Promise.resolve([]),
      ]),
    work: async (write, [rows, [found], [anchor]]) => {
      const stop = requireLive(rows);
      if (input.dayId && !found) throw unknownDay();
      if (input.afterId && !anchor) throw unknownAnchor();
      // Somebody else retired the day meanwhile: its stops are in Ideas, so this stop goes there too.
      const isRetired = found?.deletedAt !== undefined && found.deletedAt !== null;
      const dayId = isRetired ? null : input.dayId;
      const isReordered = dayId === null && stop.dayId === null;
      const formerDate = isRetired ? found.day.date : isReordered ? stop.formerDate : null;
      const position = await positionBehind(write, dayId, input.afterId, stop);
      const dayTimezone = isRetired ? null : (found?.day.timezone ?? null);
      const zone = await zoneOnMove(write, stop, { dayId, dayTimezone });
      return changeStop(write, stop, { dayId, position, formerDate, ...zone }, "stop.moved");
    },
  });
}

export function unknownAnchor(): AppError {
  return invalidField("afterId", "This is no stop of the trip.");
}

/** Returns a position after `afterId`, or at the day's end when that stop was moved or deleted. */
async function positionBehind(
  write: TripWrite,
  dayId: string | null,
  afterId: string | null,
  moving: StopFields,
): Promise<string> {
  if (moving.dayId === dayId && moving.id === afterId) return moving.position;
  const others = await neighbours(write, dayId, moving.id);
  const slot = slotBehind(others, afterId);
  if (moving.dayId === dayId && isBetween(moving.position, slot)) return moving.position;
  const key = keyBetween(slot.before, slot.after);
  if (key !== null) return key;
  await respacePositions(write, dayId, moving.id);
  const spread = slotBehind(await neighbours(write, dayId, moving.id), afterId);
  const fresh = keyBetween(spread.before, spread.after);
  if (fresh === null) throw new Error("Fresh keys left no room.");
  return fresh;
}

async function neighbours(write: TripWrite, dayId: string | null, movingId: string): Promise<StopFields[]> {
  const rows = await selectStopsOfDay(write.tx, { tripId: write.trip.id, dayId });
  return rows.map(({ stop }) => stop).filter(({ id }) => id !== movingId);
}

interface Slot {
  before: string | null;
  after: string | null;
}

function slotBehind(others: StopFields[], afterId: string | null): Slot {
  const index = afterId === null ? -1 : others.findIndex(({ id }) => id === afterId);
  const at = afterId !== null && index < 0 ? others.length - 1 : index;
  return { before: others[at]?.position ?? null, after: others[at + 1]?.position ?? null };
}

/** Whether the stop stands at the target already; another move would only add a useless event to the log. */
function isBetween(position: string, { before, after }: Slot): boolean {
  return (before === null || before < position) && (after === null || position < after);
}
