// @alone: looks at whole tables
import { neonConfig } from "@neondatabase/serverless";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { APPLICATION_NAME, createDatabase, type Database } from "#db/client.ts";
import { env } from "#lib/server/env/env.ts";
import { type NeonRelay, startNeonRelay } from "#tests/helpers/neon-relay.ts";

let relay: NeonRelay;
let database: Database;

beforeAll(async () => {
  const url = env().DATABASE_URL ?? "";
  relay = await startNeonRelay(url);
  neonConfig.wsProxy = relay.address;
  neonConfig.useSecureWebSocket = false;
  neonConfig.pipelineTLS = false;
  neonConfig.pipelineConnect = false;
  database = createDatabase({ url, driver: "neon", poolMax: 3 });
  await database.drizzle.execute(sql`create table notes (id int primary key, body text not null)`);
});

afterAll(async () => {
  await database.close();
  await relay.close();
});

async function notes(): Promise<unknown[]> {
  const { rows } = await database.drizzle.execute(sql`select id, body from notes order by id`);
  return rows;
}

describe("the Neon driver", () => {
  test("talks through the WebSocket", async () => {
    const { rows } = await database.client.query<{ answer: number }>("select 6 * 7 as answer");
    expect(rows).toEqual([{ answer: 42 }]);
    expect(relay.connections()).toBeGreaterThan(0);
  });

  test("commits a transaction", async () => {
    await database.transaction(async (tx) => {
      await tx.client.query("insert into notes values (1, 'kept')");
      await tx.client.query("insert into notes values (2, 'kept too')");
    });
    expect(await notes()).toEqual([
      { id: 1, body: "kept" },
      { id: 2, body: "kept too" },
    ]);
  });

  test("rolls a failed transaction back, and the connection stays usable", async () => {
    const before = await notes();
    const failing = database.transaction(async (tx) => {
      await tx.client.query("insert into notes values (3, 'lost')");
      await tx.client.query("insert into notes values (3, 'twice')");
    });
    await expect(failing).rejects.toThrow();
    expect(await notes()).toEqual(before);
  });

  test("is known by its name among a database's connections, as a restore looks for them", async () => {
    const { rows } = await database.client.query<{ name: string }>(
      "select application_name as name from pg_stat_activity where pid = pg_backend_pid()",
    );
    expect(rows).toEqual([{ name: APPLICATION_NAME }]);
  });

  test("gives up a statement that nobody answers", async () => {
    await database.client.query("select 1");
    relay.silence(true);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const asked = expect(database.client.query("select 1")).rejects.toThrow("Query read timeout");
      await vi.advanceTimersByTimeAsync(18_000);
      await asked;
    } finally {
      vi.useRealTimers();
      relay.silence(false);
    }
  });

  test("runs more transactions at once than it has connections", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => 100 + index);
    await Promise.all(
      ids.map((id) =>
        database.transaction((tx) => tx.client.query("insert into notes values ($1, 'many')", [id])),
      ),
    );
    const { rows } = await database.client.query(
      "select count(*)::int as count from notes where body = 'many'",
    );
    expect(rows).toEqual([{ count: 12 }]);
  });
});
