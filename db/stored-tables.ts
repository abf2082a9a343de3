import type { ClientBase } from "pg";

export interface StoredTable {
  name: string;
  /** The columns that store a value of their own, without generated columns. */
  columns: string[];
}

/** Returns, among the given names, those of existing tables, each after all tables that it refers to. */
export async function storedTables(client: ClientBase, names: readonly string[]): Promise<StoredTable[]> {
  const { rows: tables } = await client.query<StoredTable>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [names],
  );
  const { rows: links } = await client.query<{ from: string; to: string }>(
    `select f.relname::text as "from", t.relname::text as "to" from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.conrelid <> k.confrelid and f.relnamespace = 'public'::regnamespace`,
  );
  return inOrder(tables, links);
}

function inOrder(
  tables: readonly StoredTable[],
  links: readonly { from: string; to: string }[],
): StoredTable[] {
  const ordered: StoredTable[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const isFree = ({ name }: StoredTable) => !links.some(({ from, to }) => from === name && names.has(to));
    const free = waiting.filter(isFree);
    if (free.length === 0) throw new Error(`These tables point to each other: ${[...names].join(", ")}`);
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** Begins a transaction that only reads, all from one moment. Until it ends, nobody can alter the given tables. */
export async function beginSnapshot(client: ClientBase, names: readonly string[]): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  // The text form of rows must not depend on the server's settings.
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local statement_timeout = 0",
  );
  const list = names.map(quoteIdentifier).join(", ");
  if (names.length > 0) await client.query(`lock table ${list} in access share mode`);
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList({ name, columns }: StoredTable): string {
  return `${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(", ")})`;
}
