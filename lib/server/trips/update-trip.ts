import { type Db, runPipelined } from "#db/client.ts";
import { selectDays } from "#db/queries/days.ts";
import { saveTrip, selectTrip } from "#db/queries/trips.ts";
import { conflictFields } from "#lib/shared/conflict-fields.ts";
import { notFound } from "#lib/shared/errors.ts";
import type { EventOp } from "#lib/shared/events.ts";
import { applyEvent } from "#lib/shared/merge.ts";
import type { TripDto, TripFields, TripPatch } from "#lib/shared/trips.ts";
import { previousValues, changesSinceRead, definedFields, refuseConflict } from "../writes/changes.ts";
import type { Ctx } from "../context.ts";
import { toWireFor } from "../events/wire.ts";
import { withZone } from "../places/destination-zone.ts";
import { isFromOtherCurrency } from "../money/given-rate.ts";
import { lookUpRate, lookUpSnapshotRate } from "../money/look-up-rate.ts";
import { withRates } from "../money/stored-rate.ts";
import { findCoverFault, requireCover } from "../covers/choose-cover.ts";
import { type TripWrite, type WriteSteps, writeTrip } from "../writes/write.ts";
import { fieldsForCurrencyChange } from "./change-currency.ts";
import { applyDates } from "./change-dates.ts";

/** Returns the whole trip as the caller sees it, inside a write. */
async function readWhole(ctx: Ctx, tx: Db, tripId: string): Promise<TripDto | undefined> {
  const [row] = await selectTrip(tx, { tripId, userId: ctx.viewer.userId, now: ctx.now() });
  return row && JSON.parse(row.trip);
}

/**
 * Returns the answer to a change of the trip: the trip as it was read before the change, with the write's own events
 * merged in as every client does. Nothing is read again after writing.
 */
function merged(ctx: Ctx, write: TripWrite, before: TripDto | undefined): TripDto {
  if (!before) throw notFound("trip");
  const context = { userId: ctx.viewer.userId, now: write.at };
  return write.events.reduce(
    (trip, row) => applyEvent(trip, toWireFor(row, context.userId), context),
    before,
  );
}

/** Writes the trip's own fields and logs what changed. Later changes of the same write start from the new fields. */
export async function changeTrip(write: TripWrite, patch: Partial<TripFields>, op: EventOp): Promise<void> {
  const before = previousValues(write.trip, patch);
  if (!before) return;
  const trip = JSON.stringify({ ...write.trip, ...patch });
  const [saved] = await saveTrip(write.tx, { id: write.trip.id, trip, at: write.at });
  if (!saved) throw notFound("trip");
  write.trip = saved.trip;
  const after = op === "trip.deleted" ? { id: write.trip.id } : saved.trip;
  write.record({ op, entityId: write.trip.id, before, after });
}

/**
 * Returns the trip's time zone after a change: the one that was sent, or else that of a destination at another point,
 * unless somebody has chosen another zone than that of the former destination; empty: the zone stays.
 */
function clockOf(
  from: TripFields,
  { timezone, destination }: Pick<TripPatch, "timezone" | "destination">,
  sent: string | undefined,
): { timezone?: string } {
  const zone = timezone ?? sent;
  if (zone !== undefined) return { timezone: zone };
  const { destination: former } = from;
  const isSamePoint = former?.lat === destination?.lat && former?.lng === destination?.lng;
  const isChosen = former?.timezone !== undefined && former.timezone !== from.timezone;
  const brought = destination?.timezone;
  return brought === undefined || isSamePoint || isChosen ? {} : { timezone: brought };
}

export async function updateTrip(ctx: Ctx, tripId: string, input: TripPatch): Promise<TripDto> {
  const { dateMode = "keep", currencyRate, ...given } = definedFields(input);
  const destination = await withZone(given.destination);
  const patch = destination === undefined ? given : { ...given, destination };
  const { currency, startDate, endDate } = patch;
  // A write that this one joins holds the trip's lock already, so no server of rates is asked.
  const lookUp = ctx.open ? lookUpSnapshotRate : lookUpRate;
  return withRates(
    (find) =>
      writeTrip(ctx, tripId, "editor", {
        read: (tx) =>
          runPipelined([
            readWhole(ctx, tx, tripId),
            changesSinceRead(ctx, tx, tripId, { kind: "trip", id: tripId }, conflictFields("trip", patch)),
            startDate === undefined ? Promise.resolve([]) : selectDays(tx, { tripId }),
            findCoverFault(tx, tripId, patch.cover),
          ]),
        work: async (write, [before, conflicts, days, coverFault]) => {
          requireCover(coverFault);
          const from = write.trip;
          const isStray = currency !== undefined && isFromOtherCurrency(from, currencyRate);
          const isRefused = isStray && !ctx.write.force;
          refuseConflict(isRefused ? [...new Set([...conflicts, "currency"])] : conflicts, from);
          // A forced change of the currency ignores a rate that the user entered for another former currency.
          const rate = isStray ? undefined : currencyRate;
          const money =
            currency === undefined ? {} : await fieldsForCurrencyChange(write, currency, rate, find);
          const timezone = clockOf(from, patch, given.destination?.timezone);
          await changeTrip(write, { ...patch, ...timezone, ...money }, "trip.updated");
          if (startDate !== undefined && endDate !== undefined) {
            await applyDates(ctx, write, days, { from, to: { startDate, endDate }, mode: dateMode });
          }
          return merged(ctx, write, before);
        },
      }),
    lookUp,
  );
}

/** Changes the state of a trip for its owner, and returns the whole trip. */
export function changeTripState(
  ctx: Ctx,
  tripId: string,
  change: (write: TripWrite) => Promise<void>,
  allow: WriteSteps<unknown, unknown>["allow"] = [],
): Promise<TripDto> {
  return writeTrip(ctx, tripId, "owner", {
    allow,
    read: (tx) => readWhole(ctx, tx, tripId),
    work: async (write, before) => {
      await change(write);
      return merged(ctx, write, before);
    },
  });
}
