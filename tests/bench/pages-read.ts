import * as z from "zod";
import type { Db } from "#db/client.ts";
import { selectEvents } from "#db/queries/events.ts";
import { selectInbox } from "#db/queries/notifications.ts";
import { searchTrips } from "#db/queries/search.ts";
import { selectTrip, selectTripList } from "#db/queries/trips.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import type { Fixture } from "./fixture.ts";

const Explained = z.tuple([
  z.object({
    "QUERY PLAN": z.tuple([
      z.object({ Plan: z.object({ "Shared Hit Blocks": z.int(), "Shared Read Blocks": z.int() }) }),
    ]),
  }),
]);

/** Returns, by statement, how many database pages it reads; the number does not depend on the machine's load. */
export async function countDatabasePages({ reader, measured }: Fixture): Promise<Record<string, number>> {
  const { userId, token } = reader;
  const { id: tripId } = measured;
  const now = new Date();
  const newest = { filter: null, afterDate: null, afterId: null, limit: 20 };
  const asked: Record<string, (db: Db) => Promise<unknown[]>> = {
    "trip list": (db) => selectTripList(db, { token, now, ...newest }),
    "full trip": (db) => selectTrip(db, { tripId, userId, now }),
    history: (db) => selectEvents(db, { tripId, after: 20, limit: 50 }),
    search: (db) => searchTrips(db, { userId, words: ["kiyomizu"], limit: 20 }),
    inbox: (db) => selectInbox(db, { userId, before: null, limit: 20 }),
  };
  const pages: Record<string, number> = {};
  for (const [name, ask] of Object.entries(asked)) {
    const [
      {
        "QUERY PLAN": [{ Plan }],
      },
    ] = Explained.parse(await ask(explaining()));
    pages[name] = Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"];
  }
  return pages;
}

/** Returns a database that answers each statement with its executed plan. */
function explaining(): Db {
  const { pool } = freshDatabase();
  function query({ text, values }: { text: string; values: unknown[] }): unknown {
    return pool.query(`explain (analyze, buffers, format json) ${text}`, values);
  }
  // This overload of pg's `query` is the one that compiled statements use.
  return { client: { query: query as Db["client"]["query"] } };
}
