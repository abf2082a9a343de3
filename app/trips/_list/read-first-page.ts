import { dehydrate, QueryClient } from "@tanstack/react-query";
import { apiFilterOf, type TripListFilter } from "#app/trips/_list/trip-list-filter.ts";
import { type TripList, tripListKey } from "#lib/client/base/trip-cache.ts";
import { listTrips } from "#lib/server/trips/read-trip.ts";
import { readContext } from "#lib/server/access/viewer.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

const PAGE = 100;

/** Reads the first page of a list in the form of the browser's query cache, so that the document contains it. */
export async function readFirstPage(shelf: TripListFilter) {
  const filter = apiFilterOf(shelf);
  const ctx = await readContext();
  const { text } = await listTrips(ctx, { filter, limit: PAGE });
  // The cast is safe because PostgreSQL builds this text in the form of the endpoint's answer.
  const items = JSON.parse(text) as TripSummary[];
  const cache = new QueryClient();
  const list: TripList = { pages: [{ items, cursor: ctx.reply.nextCursor }], pageParams: [null] };
  cache.setQueryData(tripListKey(filter), list);
  return dehydrate(cache);
}
