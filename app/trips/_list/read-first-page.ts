import { dehydrate, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import { v7 as uuidv7 } from "uuid";
import { filterOf, type Shelf } from "#app/trips/_list/shelf.ts";
import { type TripList, tripListKey } from "#lib/client/trip-cache.ts";
import type { Ctx } from "#lib/server/context.ts";
import { freshDatabase } from "#lib/server/database.ts";
import type { Viewer } from "#lib/server/session.ts";
import { listTrips } from "#lib/server/trips/read-trip.ts";
import type { TripSummary } from "#lib/shared/trips.ts";

const PAGE = 100;

/** The shelf's first page in the shape of the browser's query cache, so that the list is in the document. */
export async function readFirstPage(viewer: Viewer, shelf: Shelf) {
  const filter = filterOf(shelf);
  const ctx = await readingContext(viewer);
  const { text } = await listTrips(ctx, { filter, limit: PAGE });
  // PostgreSQL built this text in the shape that the list endpoint answers with.
  const items = JSON.parse(text) as TripSummary[];
  const cache = new QueryClient();
  const list: TripList = { pages: [{ items, cursor: ctx.reply.nextCursor }], pageParams: [null] };
  cache.setQueryData(tripListKey(filter), list);
  return dehydrate(cache);
}

async function readingContext(viewer: Viewer): Promise<Ctx> {
  return {
    db: freshDatabase(),
    viewer,
    requestId: uuidv7(),
    headers: await headers(),
    now: () => new Date(),
    newId: () => uuidv7(),
    write: { idempotency: null, baseSeq: null, force: false },
    reply: { status: null, tripSeq: null, nextCursor: null },
    via: "user",
    open: null,
  };
}
