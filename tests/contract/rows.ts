import { Client, type QueryResultRow } from "pg";
import { inject } from "vitest";
import { databaseUrl } from "#tests/helpers/app-database.ts";

/** Runs SQL, for facts that only the database has and for changes that only time would make. */
export async function query<Row extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl(inject("contractService")) });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
