import { runPipelined } from "#db/client.ts";
import { selectDay } from "#db/queries/days.ts";
import type { DayDto, DayPatch } from "#lib/shared/days.ts";
import { notFound } from "#lib/shared/errors.ts";
import { previousValues, changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { changeDay } from "./change-dates.ts";
import { writeTrip } from "../writes/write.ts";

export function updateDay(ctx: Ctx, tripId: string, dayId: string, input: DayPatch): Promise<DayDto> {
  const patch = emptyToNull(definedFields(input));
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) =>
      runPipelined([
        selectDay(tx, { tripId, dayId }),
        changesSinceRead(ctx, tx, tripId, { kind: "day", id: dayId }, Object.keys(patch)),
      ]),
    work: async (write, [[found], conflicts]) => {
      if (!found || found.deletedAt !== null) throw notFound("day");
      refuseConflict(conflicts, found.day);
      const changed = previousValues(found.day, patch);
      if (!changed) return found.day;
      const change = Object.fromEntries(Object.entries(patch).filter(([field]) => field in changed));
      return changeDay(write, found.day, change, "day.updated");
    },
  });
}

function emptyToNull(patch: DayPatch): DayPatch {
  return { ...patch, ...(patch.title === "" && { title: null }), ...(patch.notes === "" && { notes: null }) };
}
