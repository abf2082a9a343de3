import type { TripDto } from "#lib/shared/trips.ts";
import { readTripText } from "../../trips/read-trip.ts";
import type { ToolRun } from "../tool.ts";

/** What of a trip all of its members may read, and none of them for themselves alone. */
export type SharedTrip = Omit<TripDto, "role">;

/**
 * Leaves out whatever not everybody may read: the agent speaks to one member, and all of them read its words. Files of
 * expenses are left out with those that are not among the trip's newest, since nobody can tell whose they are.
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

/** As the member who asks would read it now, without what is theirs alone. @throws AppError NOT_FOUND */
export async function readSharedTrip({ ctx, tripId }: ToolRun): Promise<SharedTrip> {
  const text = await readTripText(ctx.db, ctx.viewer.userId, tripId, ctx.now());
  // The query builds nothing else.
  return asSeenByAll(JSON.parse(text) as TripDto);
}
