import pg from "pg";
import { vi } from "vitest";
import { env } from "#lib/server/env/env.ts";

export interface TripLock {
  /** Waits until `count` writes wait for the trip. */
  untilWaiting(count: number): Promise<void>;
  release(): Promise<void>;
}

/** Locks a trip's row, so that writes wait for it in the order in which they arrived. */
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
