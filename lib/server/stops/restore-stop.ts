import { pipelined } from "#db/client.ts";
import { selectDay } from "#db/queries/days.ts";
import { selectStop } from "#db/queries/stops.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { StopDto, StopFields } from "#lib/shared/stops.ts";
import type { Ctx } from "../context.ts";
import { type TripWrite, writeTrip } from "../write.ts";
import { changeStop } from "./edit-stop.ts";

export function restoreStop(ctx: Ctx, tripId: string, stopId: string): Promise<StopDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => pipelined([selectStop(tx, { tripId, stopId })]),
    work: async (write, [rows]) => {
      const stop = rows[0]?.stop;
      if (!stop) throw notFound("stop");
      return bringBack(write, stop);
    },
  });
}

/** Undeletes a stop where it stood. */
export async function bringBack(write: TripWrite, stop: StopDto): Promise<StopDto> {
  if (!stop.deletedAt) return stop;
  return changeStop(write, stop, { deletedAt: null, ...(await landing(write, stop)) }, "stop.restored");
}

/** Where a stop that belongs on a day can stand: on it, or in Ideas with the date remembered once it is retired. */
export async function landing(
  write: TripWrite,
  fields: { dayId?: string | null },
): Promise<Partial<StopFields>> {
  if (!fields.dayId) return {};
  const [found] = await selectDay(write.tx, { tripId: write.trip.id, dayId: fields.dayId });
  return found?.deletedAt ? { dayId: null, formerDate: found.day.date } : {};
}
