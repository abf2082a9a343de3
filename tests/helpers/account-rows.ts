import pg from "pg";
import { vi } from "vitest";
import { freshDatabase } from "#lib/server/process/database.ts";
import { env } from "#lib/server/env/env.ts";

/**
 * Returns, for each table, how many rows contain a text in any column, such as an id. Tables without such a row are
 * left out.
 */
export async function tablesWith(text: string): Promise<Record<string, number>> {
  const { pool } = freshDatabase();
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const each = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as count from "${name}" t where t::text like $1`,
  );
  const { rows } = await pool.query<{ name: string; count: number }>(each.join(" union all "), [`%${text}%`]);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
}

/** Returns the rules that a trip in the database breaks, by the rules' names. Every trip must follow all of them. */
export async function brokenTrips(): Promise<string[]> {
  const { rows } = await freshDatabase().pool.query<{ rule: string }>(
    `select 'no owner: ' || t.id as rule from trips t where not t.is_demo and not exists
       (select 1 from trip_members m where m.trip_id = t.id and m.role = 'owner' and m.left_at is null)
     union all select 'a member without an account: ' || m.id from trip_members m
       where m.user_id is not null and m.left_at is null and not exists (select 1 from users u where u.id = m.user_id)
     union all select 'a gap in the history: ' || t.id from trips t
       where t.seq <> (select count(*) from trip_events e where e.trip_id = t.id)
     union all select 'an account half gone: ' || user_id from account_deletions`,
  );
  return rows.map(({ rule }) => rule);
}

/**
 * Locks an idempotency key in another transaction, so that a write with this key waits right before its end, after it
 * has written all its rows.
 */
export async function lockIdempotencyKey(userId: string, key: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  await client.query("begin");
  await client.query(
    "insert into idempotency_keys (user_id, key, request_hash, status, body) values ($1, $2, '', 200, '')",
    [userId, key],
  );
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}

/** Waits until `count` statements wait for a lock. */
export async function waitForLockedStatements(count: number): Promise<void> {
  const text =
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await vi.waitUntil(
    async () => ((await freshDatabase().pool.query<{ count: number }>(text)).rows[0]?.count ?? 0) >= count,
    { timeout: 10_000, interval: 10 },
  );
}
