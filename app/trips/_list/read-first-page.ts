import { dehydrate, QueryClient } from "@tanstack/react-query";
import { filterOf, type Shelf } from "#app/trips/_list/shelf.ts";
import { type TripList, tripListKey } from "#lib/client/trip-cache.ts";
import { listTrips } from "#lib/server/trips/read-trip.ts";
import { readContext } from "#lib/server/viewer.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

const PAGE = 100;

/** The shelf's first page in the shape of the browser's query cache, so that the list is in the document. */
export async function readFirstPage(shelf: Shelf) {
  const filter = filterOf(shelf);
  const ctx = await readContext();
  const { text } = await listTrips(ctx, { filter, limit: PAGE });
  // PostgreSQL built this text in the shape that the list endpoint answers with.
  const items = JSON.parse(text) as TripSummary[];
  const cache = new QueryClient();
  const list: TripList = { pages: [{ items, cursor: ctx.reply.nextCursor }], pageParams: [null] };
  cache.setQueryData(tripListKey(filter), list);
  return dehydrate(cache);
}
