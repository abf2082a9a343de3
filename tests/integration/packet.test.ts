import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase, type Database, type Db, runPipelined } from "#db/client.ts";
import { env } from "#lib/server/env/env.ts";

let database: Database;

beforeAll(async () => {
  // The pool has one connection, so that each test knows which statements it has prepared.
  database = createDatabase({ url: env().DATABASE_URL ?? "", poolMax: 1 });
  await database.client.query("create table notes (id int primary key, body text not null)");
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.client.query("truncate notes");
  // The connection prepares the statements `note`, `notes` and `fail` here, before a test uses them.
  for (let round = 0; round < 2; round++) {
    await database.transaction((tx) => runPipelined([note(tx, -round, "warm"), notes(tx), fail(tx, 1)]));
  }
  await database.client.query("truncate notes");
});

const VALUES =
  "select $1::text as text, $2::int as number, $3::bool as bool, $4::timestamptz as at, $5::text[] as texts, $6::uuid[] as ids, $7::jsonb as json, $8::int8 as big, $9::text as nothing";

function note({ client }: Db, id: number, body: string | null) {
  return client.query({ name: "note", text: "insert into notes values ($1, $2)", values: [id, body] });
}

async function notes({ client }: Db): Promise<unknown[]> {
  return (await client.query({ name: "notes", text: "select id, body from notes order by id" })).rows;
}

function fail({ client }: Db, divisor: number) {
  return client.query({ name: "fail", text: "select 1 / $1::int as whole", values: [divisor] });
}

async function kept(): Promise<unknown[]> {
  return (await database.client.query("select id, body from notes order by id")).rows;
}

describe("statements that travel together", () => {
  test("are said and answered as by pg itself", async () => {
    const values = [
      `O'Brien "quoted" \\ {京都}\n`,
      -7,
      true,
      new Date("2026-11-23T04:05:06.789Z"),
      ['a "b"', "c\\d", "", "NULL", "{x,y}", "金閣寺"],
      ["019a0000-0000-7000-8000-000000000001"],
      JSON.stringify({ a: [1, null, "ü"] }),
      "9007199254740993",
      null,
    ];
    const asked = { name: "values", text: VALUES, values };
    const own = await database.client.query(VALUES, values);
    for (let round = 0; round < 3; round++) {
      const together = await database.together(({ client }) => client.query(asked));
      expect(together.rows).toEqual(own.rows);
      expect(together).toMatchObject({ command: "SELECT", rowCount: 1 });
    }
    expect(own.rows[0]).toMatchObject({ texts: values[4], json: { a: [1, null, "ü"] }, nothing: null });
  });

  test("see what those before them wrote, in the order they were sent in", async () => {
    const seen = await database.transaction(async (tx) => {
      const [, first, , unnamed, , last] = await runPipelined([
        note(tx, 1, "one"),
        notes(tx),
        note(tx, 2, "two"),
        tx.client.query("select count(*)::int as count from notes"),
        note(tx, 3, "three"),
        notes(tx),
      ]);
      return { first: first.length, unnamed: unnamed.rows, last: last.length };
    });
    expect(seen).toEqual({ first: 1, unnamed: [{ count: 2 }], last: 3 });
    expect(await kept()).toHaveLength(3);
  });

  test("end at the first that fails: those before it are answered, and none is kept", async () => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    const failing = database.transaction(async (tx) => {
      const all = [note(tx, 1, "one"), notes(tx), fail(tx, 0), note(tx, 2, "two"), note(tx, 1, "again")];
      outcomes.push(...(await Promise.allSettled(all)));
      await runPipelined(all);
    });
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
    ]);
    expect(outcomes[4]).toMatchObject({ reason: { code: "22012" } });
    expect(await kept()).toEqual([]);
    expect(await database.transaction((tx) => note(tx, 5, "five"))).toMatchObject({ rowCount: 1 });
  });

  test("are not committed when the last of them fails", async () => {
    const failing = database.transaction(
      (tx) => note(tx, 1, "one"),
      (tx) => runPipelined([note(tx, 2, "two"), note(tx, 2, "twice")]),
    );
    await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "notes_pkey" });
    expect(await kept()).toEqual([]);
  });

  test("are not left behind by work that throws before they have gone", async () => {
    const failing = database.transaction(
      async (tx) => void note(tx, 1, "one").catch(() => undefined),
      (tx) => {
        void note(tx, 2, "two").catch(() => undefined);
        throw new Error("It can't be written.");
      },
    );
    await expect(failing).rejects.toThrow("It can't be written.");
    expect(await kept()).toEqual([]);
    expect(await database.transaction((tx) => notes(tx))).toEqual([]);
  });

  test("fail together when the connection is lost, and the next get another", async () => {
    const failing = database.transaction(async (tx) => {
      await note(tx, 1, "one");
      const ended = { name: "end", text: "select pg_terminate_backend(pg_backend_pid())" };
      await runPipelined([tx.client.query(ended), note(tx, 2, "two")]);
    });
    await expect(failing).rejects.toThrow();
    expect(await kept()).toEqual([]);
    expect(await database.transaction((tx) => notes(tx))).toEqual([]);
  });

  test("refuse a value that can't be said, and the connection stays usable", async () => {
    const odd = { name: "odd", text: "select $1::jsonb as json", values: [{ left: "to pg" }] };
    for (let round = 0; round < 2; round++) {
      expect((await database.together(({ client }) => client.query(odd))).rows).toEqual([
        { json: { left: "to pg" } },
      ]);
    }
    await expect(database.transaction((tx) => note(tx, 1, null))).rejects.toMatchObject({ code: "23502" });
    expect(await database.transaction((tx) => notes(tx))).toEqual([]);
  });
});
