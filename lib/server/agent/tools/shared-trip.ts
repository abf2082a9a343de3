import type { TripDto } from "#lib/shared/trips.ts";
import { readTripText } from "../../trips/read-trip.ts";
import type { ToolRun } from "../tool.ts";

/** The part of a trip that all its members may read. */
export type SharedTrip = Omit<TripDto, "role">;

/**
 * Removes what not everybody may read, because all members read the agent's replies to one of them. Files of expenses
 * that are not among the trip's newest are removed too, since it is unknown whether those expenses are private.
 */
export function asSeenByAll({ role: _role, ...trip }: TripDto): SharedTrip {
  const expenses = trip.expenses.filter((expense) => !expense.private);
  const shared = new Set(expenses.map(({ id }) => id));
  return {
    ...trip,
    expenses,
    expenseCount: expenses.length,
    settlements: trip.settlements.filter((settlement) => !settlement.private),
    items: trip.items.filter(({ ownerId }) => ownerId === null),
    attachments: trip.attachments.filter(({ target }) => target.kind !== "expense" || shared.has(target.id)),
  };
}

/**
 * Reads the trip as the member who asked would, without that member's private rows.
 * @throws AppError NOT_FOUND
 */
export async function readSharedTrip({ ctx, tripId }: ToolRun): Promise<SharedTrip> {
  const text = await readTripText(ctx.db, ctx.viewer.userId, tripId, ctx.now());
  // The cast is safe because the query builds exactly this type.
  return asSeenByAll(JSON.parse(text) as TripDto);
}
