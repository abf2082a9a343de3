import pg from "pg";
import { vi } from "vitest";
import { env } from "#lib/server/env.ts";

export interface TripLock {
  /** Until so many writes wait for the trip. */
  untilWaiting(count: number): Promise<void>;
  release(): Promise<void>;
}

/** Holds a trip's row, so that writes queue up behind it in the order in which they came. */
export async function lockTripRow(tripId: string): Promise<TripLock> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  await client.query("begin");
  await client.query("select 1 from trips where id = $1 for update", [tripId]);
  return {
    async untilWaiting(count) {
      await vi.waitUntil(async () => (await waiting(client)) >= count, { timeout: 10_000, interval: 10 });
    },
    async release() {
      await client.query("rollback");
      await client.end();
    },
  };
}

async function waiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}
