import type { TripDto } from "#lib/shared/trips.ts";
import type { Ctx } from "../context.ts";
import { writeTrip } from "../writes/write.ts";
import { changeTrip, changeTripState } from "./update-trip.ts";

/** Archives the trip: from now on it can be read but not changed. */
export function archiveTrip(ctx: Ctx, tripId: string): Promise<TripDto> {
  return changeTripState(ctx, tripId, (write) =>
    changeTrip(write, { archivedAt: write.at.toISOString() }, "trip.archived"),
  );
}

export function unarchiveTrip(ctx: Ctx, tripId: string): Promise<TripDto> {
  return changeTripState(ctx, tripId, (write) => changeTrip(write, { archivedAt: null }, "trip.unarchived"), [
    "archived",
  ]);
}

/** Hides the trip from everyone; its owner can restore it. */
export function deleteTrip(ctx: Ctx, tripId: string): Promise<undefined> {
  return writeTrip(ctx, tripId, "owner", {
    allow: ["archived"],
    work: async (write) => {
      await changeTrip(write, { deletedAt: write.at.toISOString() }, "trip.deleted");
      return undefined;
    },
  });
}

export function restoreTrip(ctx: Ctx, tripId: string): Promise<TripDto> {
  return changeTripState(ctx, tripId, (write) => changeTrip(write, { deletedAt: null }, "trip.restored"), [
    "archived",
    "deleted",
  ]);
}
