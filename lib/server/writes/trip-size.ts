import { countTripBytes } from "#db/queries/trip-size.ts";
import { AppError } from "#lib/shared/errors.ts";
import { MAX_TRIP_BYTES } from "#lib/shared/trip-size.ts";
import type { TripWrite } from "./write.ts";

type Written = Pick<TripWrite, "tx" | "trip" | "events" | "sizeBytes">;

/** How a write changes the stored size of its trip. */
export interface TripSize {
  /** An upper bound of the added bytes. */
  addedBytes: number;
  /** The size of all rows if it was counted, otherwise null. */
  countedBytes: number | null;
}

/**
 * Checks the size of a trip. The stored size is an upper bound: each write adds the bytes of its rows and subtracts
 * nothing. Only when the bound reaches the limit are the rows counted, and the count becomes the new bound.
 * @throws AppError LIMIT_REACHED when a write makes a full trip larger
 */
export async function measureTrip({ tx, trip, events, sizeBytes }: Written): Promise<TripSize> {
  const addedBytes = events.reduce((sum, { after }) => sum + bytesOf(after), 0);
  const isKnown = sizeBytes !== null && sizeBytes + addedBytes <= MAX_TRIP_BYTES;
  if (events.length === 0 || isKnown) return { addedBytes, countedBytes: null };
  const [counted] = await countTripBytes(tx, { tripId: trip.id });
  const countedBytes = counted?.bytes ?? 0;
  if (countedBytes <= MAX_TRIP_BYTES || growth(events) <= 0) return { addedBytes, countedBytes };
  throw new AppError(
    "LIMIT_REACHED",
    `A trip holds at most ${MAX_TRIP_BYTES / 1024 / 1024} MiB of texts and entries. Shorten or delete some first.`,
    { details: { maxBytes: MAX_TRIP_BYTES } },
  );
}

const GONE = /\.(deleted|removed|dismissed|withdrawn|accepted)$/;
/** Events after which the whole row counts as added, whatever the event's `before` says. */
const BACK = /\.(created|restored|reopened)$/;

/** Returns by how many bytes of JSON the rows of these events have grown. */
function growth(events: Written["events"]): number {
  return events.reduce((sum, { op, before, after }) => {
    if (GONE.test(op)) return sum - bytesOf(after);
    const fields = Object.entries(before ?? {});
    if (fields.length === 0 || BACK.test(op)) return sum + bytesOf(after);
    return fields.reduce(
      (more, [field, old]) => more + bytesOf(Reflect.get(after, field)) - bytesOf(old),
      sum,
    );
  }, 0);
}

function bytesOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
