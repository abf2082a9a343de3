import type { BudgetDto, BudgetInput } from "#lib/shared/budget.ts";
import { changesSinceRead, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { changeTrip } from "../trips/update-trip.ts";
import { writeTrip } from "../writes/write.ts";

/** Replaces the trip's whole budget. A budget without any amount is removed. */
export function setBudget(ctx: Ctx, tripId: string, input: BudgetInput): Promise<BudgetDto | null> {
  return writeTrip(ctx, tripId, "editor", {
    read: (tx) => changesSinceRead(ctx, tx, tripId, { kind: "trip", id: tripId }, ["budget"]),
    work: async (write, conflicts) => {
      refuseConflict(conflicts, write.trip);
      const { currency = write.trip.currency, total, limits } = input;
      const isEmpty = total === null && Object.keys(limits).length === 0;
      await changeTrip(write, { budget: isEmpty ? null : { currency, total, limits } }, "trip.updated");
      return write.trip.budget;
    },
  });
}
