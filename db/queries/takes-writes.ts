import type { Database, Db } from "#db/client.ts";

/** Read-only, no permission to write, a disk that is full or fails. */
const REFUSED = new Set<unknown>(["25006", "42501", "53100", "58030"]);
const ROLL_BACK = Symbol("nothing is to be kept");

/**
 * Whether the database would keep what is written now. It writes no row and no log: a statement for no row is refused as
 * any other would be, and a sort that exceeds its memory needs a file, for which a full disk has no room.
 */
export async function takesWrites(database: Pick<Database, "transaction">): Promise<boolean> {
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
