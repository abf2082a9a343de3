import { runPipelined } from "#db/client.ts";
import { selectNewStopContext, selectStopsById, type NewStopContext } from "#db/queries/stops.ts";
import { insertStops } from "#db/queries/whole-trip.ts";
import { keysAfter } from "#lib/shared/order.ts";
import type { NewStop, StopDto, StopFields } from "#lib/shared/stops.ts";
import type { Ctx } from "../context.ts";
import { createEachOnce } from "../writes/creation.ts";
import { checkParticipants } from "../members/participants.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { targetOfNewStop, zoneOfNewStop } from "./add-stop.ts";
import { requireStopCapacity } from "./capacity.ts";
import { respacePositions } from "./respace-positions.ts";
import { newStop } from "./stop-row.ts";

/**
 * Adds several stops in their order at the end of one day, as one group, all or none. If the day was retired, they go
 * to Ideas.
 */
export function addStops(ctx: Ctx, tripId: string, inputs: NewStop[]): Promise<StopDto[]> {
  const dayId = inputs[0]?.dayId ?? null;
  return createEachOnce(
    ctx,
    inputs.map((input) => ({ kind: "stop", tripId, input })),
    (ids, claims) =>
      writeTrip(ctx, tripId, "editor", {
        read: (tx) =>
          runPipelined([
            selectNewStopContext(tx, { tripId, dayId }),
            Promise.all(inputs.map(({ participants }) => checkParticipants(tx, tripId, participants))),
          ]),
        work: async (write, [[slot], people]) => {
          const given = inputs.map((input, index) => ({
            ...input,
            ...people[index],
            id: ids[index] ?? ctx.newId(),
          }));
          const stops = await placed(write, given, slot);
          for (const claim of claims) write.claim(claim);
          const rows = JSON.stringify(stops);
          write.send(insertStops(write.tx, { tripId, rows, by: ctx.viewer.userId, at: write.at }));
          for (const stop of stops) write.record({ op: "stop.created", entityId: stop.id, after: stop });
          return stops.map(asNew);
        },
      }),
    async (ids) => {
      const rows = await selectStopsById(ctx.db, { tripId, ids });
      const found = new Map(rows.map(({ stop }) => [stop.id, stop]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
  );
}

/** Returns the stops with positions: each after the one before it, and the first after the last stop of the day. */
async function placed(
  write: TripWrite,
  given: ReadonlyArray<NewStop & { id: string }>,
  slot: NewStopContext | undefined,
): Promise<StopFields[]> {
  const count = given.length;
  requireStopCapacity(write, slot, count);
  const { last, ...place } = targetOfNewStop(slot, given[0]?.dayId ?? null);
  const positions =
    keysAfter(last, count) ?? keysAfter(await respacePositions(write, place.dayId), count) ?? [];
  const stops: StopFields[] = [];
  for (const [index, stop] of given.entries()) {
    const position = positions[index];
    if (position === undefined) throw new Error("Fresh keys left no room.");
    stops.push(
      newStop(write, { ...stop, ...place, position, timezone: await zoneOfNewStop(write, stop, slot) }),
    );
  }
  return stops;
}

function asNew(stop: StopFields): StopDto {
  return { ...stop, votes: [], commentCount: 0 };
}
