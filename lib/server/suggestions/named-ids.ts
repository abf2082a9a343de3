import type { Db } from "#db/client.ts";
import { selectDay } from "#db/queries/days.ts";
import { selectReservationRoom } from "#db/queries/reservations.ts";
import { selectStop } from "#db/queries/stops.ts";
import { AppError, type Issue } from "#lib/shared/errors.ts";
import { requireAssignee } from "../items/item-access.ts";
import { checkParticipants } from "../members/participants.ts";
import { requireLiveStop } from "../reservations/add-reservation.ts";
import { unknownDay } from "../stops/add-stop.ts";
import { unknownAnchor } from "../stops/move-stop.ts";

/** Checks a field that refers to a row of the trip, as the endpoint of the change does. */
type Check = (tx: Db, tripId: string, value: unknown) => Promise<void>;

const CHECKS: Readonly<Record<string, Check>> = {
  async dayId(tx, tripId, dayId) {
    const [day] = await selectDay(tx, { tripId, dayId: String(dayId) });
    if (!day) throw unknownDay();
  },
  async afterId(tx, tripId, afterId) {
    const [stop] = await selectStop(tx, { tripId, stopId: String(afterId) });
    if (!stop) throw unknownAnchor();
  },
  async stopId(tx, tripId, stopId) {
    const [room] = await selectReservationRoom(tx, { tripId, stopId: String(stopId) });
    requireLiveStop(room);
  },
  async assigneeId(tx, tripId, id) {
    await requireAssignee(tx, tripId, String(id));
  },
  async participants(tx, tripId, ids) {
    await checkParticipants(tx, tripId, Array.isArray(ids) ? ids.map(String) : []);
  },
};

/**
 * Returns issues below `path` for each id in a change's input that is not the trip's. `made` are the ids of rows that
 * earlier changes create.
 */
export async function issuesOfNamedIds(
  tx: Db,
  tripId: string,
  input: Readonly<Record<string, unknown>>,
  { path, made }: { path: string; made: ReadonlySet<string> },
): Promise<Issue[]> {
  const issues: Issue[] = [];
  for (const [field, check] of Object.entries(CHECKS)) {
    const value = input[field];
    const isNothing = value === undefined || value === null;
    if (isNothing || (typeof value === "string" && made.has(value))) continue;
    await check(tx, tripId, value).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "VALIDATION_FAILED") throw error;
      issues.push({ path: `${path}.input.${field}`, message: error.issues?.[0]?.message ?? error.message });
    });
  }
  return issues;
}
