import type { Database, Db } from "#db/client.ts";

/**
 * Error codes of PostgreSQL: the database is read-only, the permission to write is missing, or the disk is full or
 * fails.
 */
const REFUSED = new Set<unknown>(["25006", "42501", "53100", "58030"]);
const ROLL_BACK = Symbol("nothing is to be kept");

/**
 * Whether the database would accept a write now. The check writes no row and no log: PostgreSQL refuses a statement
 * that changes no row like any other one, and a sort that exceeds its memory needs a file, which does not fit on a full
 * disk.
 */
export async function isDatabaseWritable(database: Pick<Database, "transaction">): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      await write(tx);
      throw ROLL_BACK;
    });
    return true;
  } catch (error) {
    if (error === ROLL_BACK) return true;
    if (error instanceof Error && "code" in error && REFUSED.has(error.code)) return false;
    throw error;
  }
}

async function write({ client }: Db): Promise<void> {
  await client.query("update background_work set failures = failures where false");
  await client.query("set local work_mem = '64kB'");
  await client.query(
    "select count(*) from (select g from generate_series(1, 6000) g order by -g offset 0) s",
  );
}
