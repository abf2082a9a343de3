import { type Db } from "#db/client.ts";
import { selectTrip, selectTripBySession, selectTripList } from "#db/queries/trips.ts";
import { isCalendarDate } from "#lib/shared/dates.ts";
import { invalidField, notFound } from "#lib/shared/errors.ts";
import { DEMO_TRIP_ID, type TripDto, type TripFilter, type TripSummary } from "#lib/shared/trips.ts";
import type { ReadCtx } from "../context.ts";
import { cachedRead, freshDatabase } from "../process/database.ts";
import { JsonText } from "../http/json-text.ts";

/** Returns the whole trip from one snapshot of the database, as JSON text that PostgreSQL built. */
export async function getTrip(ctx: ReadCtx, tripId: string): Promise<JsonText<TripDto>> {
  const [row] = await selectTripBySession(databaseFor(ctx, tripId), {
    tripId,
    token: ctx.token,
    now: ctx.now(),
  });
  if (!row) throw notFound("trip");
  return new JsonText(row.trip);
}

/**
 * Returns the database for a read of a trip. The demo trip is read-only, the same for everyone, and may be a minute
 * old.
 */
function databaseFor(ctx: ReadCtx, tripId: string): Db {
  const cached = cachedRead("demo-trip");
  // If both databases are the same, the read would wait for a second connection of the pool while it holds one.
  return tripId === DEMO_TRIP_ID && cached !== freshDatabase() ? cached : ctx.db;
}

/** Returns the trip as JSON. @throws AppError NOT_FOUND for strangers, and for all but the owner of a deleted trip. */
export async function readTripText(
  db: Db,
  userId: string,
  tripId: string,
  now = new Date(),
): Promise<string> {
  const [row] = await selectTrip(db, { tripId, userId, now });
  if (!row) throw notFound("trip");
  return row.trip;
}

interface ListQuery {
  filter?: TripFilter | undefined;
  limit: number;
  cursor?: string | undefined;
}

export async function listTrips(ctx: ReadCtx, query: ListQuery): Promise<JsonText<TripSummary[]>> {
  const { filter = null, limit } = query;
  const after = query.cursor === undefined ? { date: null, id: null } : readCursor(query.cursor);
  const params = {
    token: ctx.token,
    now: ctx.now(),
    filter,
    limit,
    afterDate: after.date,
    afterId: after.id,
  };
  const [page] = await selectTripList(ctx.db, params);
  if (!page) throw new Error("The list query returned no row.");
  if (page.count === limit) ctx.reply.nextCursor = `${page.lastDate}~${page.lastId}`;
  return new JsonText(page.trips);
}

/** The date of a trip without dates in a cursor; it sorts behind every date. */
const UNDATED = "-infinity";
const CURSOR = /^(-infinity|\d{4}-\d{2}-\d{2})~([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/;

function readCursor(cursor: string): { date: string; id: string } {
  const [, date, id] = CURSOR.exec(cursor) ?? [];
  const isDate = date === UNDATED || (date !== undefined && isCalendarDate(date));
  if (isDate && id !== undefined) return { date, id };
  throw invalidField("query.cursor", "Take the cursor from the Link header.");
}
