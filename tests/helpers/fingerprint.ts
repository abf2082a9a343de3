import { freshDatabase } from "#lib/server/database.ts";

/** A hash of every row of every table, so that nothing can be written without being seen. */
export async function fingerprint(): Promise<Record<string, string>> {
  const { pool } = freshDatabase();
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from "${name}" t`,
  );
  const { rows } = await pool.query<{ name: string; hash: string }>(each.join(" union all "));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
