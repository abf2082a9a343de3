import { runPipelined } from "#db/client.ts";
import { selectNewStopContext, selectStop, type NewStopContext } from "#db/queries/stops.ts";
import { type AppError, invalidField } from "#lib/shared/errors.ts";
import { keyBetween } from "#lib/shared/order.ts";
import type { NewStop, StopDto } from "#lib/shared/stops.ts";
import type { Ctx } from "../context.ts";
import { createOnce, type CreationRequest } from "../writes/creation.ts";
import { checkParticipants } from "../members/participants.ts";
import { type TripWrite, writeTrip } from "../writes/write.ts";
import { addAtEnd } from "./add-at-end.ts";
import { zoneAtPlace } from "./place-zone.ts";
import { requireStopCapacity } from "./capacity.ts";
import { respacePositions } from "./respace-positions.ts";
import { writeNewStop } from "./stop-row.ts";

/** Adds a stop at the end of a day. If the day was retired meanwhile, the stop goes to Ideas and remembers the date. */
export function addStop(ctx: Ctx, tripId: string, input: NewStop): Promise<StopDto> {
  const creation: CreationRequest = { kind: "stop", tripId, input };
  const { id: _, ...fields } = input;
  return createOnce(
    ctx,
    creation,
    async (id, claim) =>
      (await addAtEnd(ctx, tripId, { id, claim, fields })) ??
      writeTrip(ctx, tripId, "editor", {
        read: (tx) =>
          runPipelined([
            selectNewStopContext(tx, { tripId, dayId: input.dayId }),
            checkParticipants(tx, tripId, input.participants),
          ]),
        work: async (write, [[slot], people]) => {
          requireStopCapacity(write, slot);
          const { dayId, formerDate, last } = targetOfNewStop(slot, input.dayId);
          const position = keyBetween(last, null) ?? (await respacePositions(write, dayId));
          const timezone = await zoneOfNewStop(write, fields, slot);
          const placed = { ...fields, ...people, timezone, id, dayId, formerDate, position };
          const stop = writeNewStop(write, placed, ctx.viewer.userId);
          write.claim(claim);
          write.record({ op: "stop.created", entityId: id, after: stop });
          return { ...stop, votes: [], commentCount: 0 };
        },
      }),
    async (id) => (await selectStop(ctx.db, { tripId, stopId: id }))[0]?.stop,
  );
}

/** Returns the stop's time zone: the one that was sent, or else that of its place. */
export async function zoneOfNewStop(
  write: TripWrite,
  { timezone, place }: Pick<NewStop, "timezone" | "place">,
  slot: NewStopContext | undefined,
): Promise<string | null> {
  if (timezone !== undefined || !place || !slot) return timezone ?? null;
  return zoneAtPlace(write, place, slot);
}

export function targetOfNewStop(slot: NewStopContext | undefined, wanted: string | null) {
  if (!slot) throw new Error("The slot query returned no row.");
  if (wanted !== null && slot.dayDate === null) throw unknownDay();
  if (wanted === null || slot.dayRetired)
    return { dayId: null, formerDate: slot.dayDate, last: slot.lastInIdeas };
  return { dayId: wanted, formerDate: null, last: slot.lastInDay };
}

export function unknownDay(): AppError {
  return invalidField("dayId", "This is no day of the trip.");
}
