import { runPipelined } from "#db/client.ts";
import { selectRetiredDays, selectStop, selectStopCount } from "#db/queries/stops.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { StopDto, StopFields } from "#lib/shared/stops.ts";
import type { Ctx } from "../context.ts";
import { writeTrip } from "../writes/write.ts";
import { changeStop } from "./edit-stop.ts";
import { requireStopCapacity } from "./capacity.ts";

/**
 * Restores a deleted stop.
 * @throws AppError LIMIT_REACHED
 */
export function restoreStop(ctx: Ctx, tripId: string, stopId: string): Promise<StopDto> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectStop(tx, { tripId, stopId }),
        selectRetiredDays(tx, { tripId, dayIds: [], stopIds: [stopId] }),
        selectStopCount(tx, { tripId }),
      ]),
    work: async (write, [rows, days, [held]]) => {
      const stop = rows[0]?.stop;
      if (!stop) throw notFound("stop");
      const patch = restoredStopFields(stop, retiredDaysOf(days));
      if (!patch) return stop;
      requireStopCapacity(write, held);
      return changeStop(write, stop, patch, "stop.restored");
    },
  });
}

/** The dates of retired days, by the days' ids. */
export type RetiredDays = ReadonlyMap<string, string>;

export function retiredDaysOf(rows: { id: string; date: string }[]): RetiredDays {
  return new Map(rows.map(({ id, date }) => [id, date]));
}

/** Returns the fields that restore a stop where it stood; null when it is not deleted. */
export function restoredStopFields(stop: StopDto, retired: RetiredDays): Partial<StopFields> | null {
  return stop.deletedAt === null ? null : { deletedAt: null, ...dayFieldsFor(stop, retired) };
}

/** Returns the fields for a stop's day: the day itself, or, when it was retired, Ideas with the date remembered. */
export function dayFieldsFor(fields: { dayId?: string | null }, retired: RetiredDays): Partial<StopFields> {
  const formerDate = fields.dayId ? retired.get(fields.dayId) : undefined;
  return formerDate === undefined ? {} : { dayId: null, formerDate };
}
