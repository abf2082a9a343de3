import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase, type Database, type Db, runPipelined } from "#db/client.ts";
import { env } from "#lib/server/env/env.ts";

/** A database whose connections have, or have not, prepared its statements. */
let database: Database;

const open: Database[] = [];

function connect(poolMax: number): Database {
  const made = createDatabase({ url: env().DATABASE_URL ?? "", poolMax });
  open.push(made);
  return made;
}

beforeAll(async () => {
  database = connect(6);
  await database.client.query(
    "create table marks (id int primary key, later int unique deferrable initially deferred)",
  );
});

beforeEach(() => database.client.query("truncate marks"));

afterAll(() => Promise.all(open.map((each) => each.close())));

async function pid({ client }: Db): Promise<number> {
  const { rows } = await client.query<{ pid: number }>({
    name: "pid",
    text: "select pg_backend_pid() as pid",
  });
  return rows[0]?.pid ?? 0;
}

function hold({ client }: Db, seconds: number) {
  return client.query({ name: "hold", text: "select pg_sleep($1)", values: [seconds] });
}

function mark({ client }: Db, id: number, later: number | null = null) {
  return client.query({ name: "mark", text: "insert into marks values ($1, $2)", values: [id, later] });
}

async function marks({ client }: Db): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>({
    name: "marks",
    text: "select id from marks order by id",
  });
  return rows.map(({ id }) => id);
}

function pids(of: Database, count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => of.together(pid)));
}

const distinct = (list: readonly number[]): number => new Set(list).size;

describe("short reads", () => {
  test("of many callers share a connection, up to twelve at a time", async () => {
    expect(distinct(await pids(database, 12))).toBe(1);
    expect(distinct(await pids(database, 13))).toBe(2);
    expect(distinct(await pids(database, 60))).toBe(5);
  });

  test("are answered all the same when more come than all connections take", async () => {
    expect(await pids(connect(2), 200)).toHaveLength(200);
  });

  test("are not put behind one that takes long", async () => {
    const held = database.together(async (db) => {
      const [own] = await runPipelined([pid(db), hold(db, 0.5)]);
      return own;
    });
    let isHeld = true;
    const own = held.finally(() => (isHeld = false));
    await hold(connect(1), 0.05);
    const others = await pids(database, 3);
    expect(isHeld).toBe(true);
    expect(others).not.toContain(await own);
    expect(distinct(others)).toBe(1);
  });

  test("leave their connection to the pool when all have their answer", async () => {
    const of = connect(2);
    const [shared] = await pids(of, 5);
    expect([of.pool.totalCount, of.pool.idleCount]).toEqual([1, 1]);
    expect(await of.transaction(pid)).toBe(shared);
  });

  test("do not keep a transaction from its turn where there is but one connection", async () => {
    const of = connect(1);
    const order: string[] = [];
    const reads = [of.together(pid), of.together(pid)];
    const wrote = of.transaction((tx) => mark(tx, 1)).then(() => order.push("wrote"));
    const read = of.together(pid).then(() => order.push("read"));
    await Promise.all([...reads, wrote, read]);
    expect(order).toEqual(["wrote", "read"]);
  });

  test("fail alone, and with those on their connection when it is lost", async () => {
    const of = connect(4);
    const ok = of.together(pid);
    const bad = of.together(({ client }) => client.query({ name: "bad", text: "select 1 / 0" }));
    await expect(bad).rejects.toMatchObject({ code: "22012" });
    const shared = await ok;
    const killed = [of.together((db) => hold(db, 5)), of.together(pid)];
    const outcomes = Promise.allSettled(killed);
    while (!(await isHolding(shared))) await pid(database);
    await database.client.query("select pg_terminate_backend($1)", [shared]);
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await of.together(pid)).not.toBe(shared);
    expect(of.pool.totalCount).toBe(1);
  });

  test("don't get a connection that the server has just ended", async () => {
    const of = connect(2);
    const ending = { name: "end", text: "select pg_terminate_backend(pg_backend_pid())" };
    await of.together(({ client }) => client.query(ending)).catch(() => undefined);
    expect(await of.together(pid)).toBeGreaterThan(0);
  });
});

async function isHolding(shared: number): Promise<boolean> {
  const text =
    "select 1 from pg_stat_activity where pid = $1 and query like '%pg_sleep%' and state = 'active'";
  return (await database.client.query(text, [shared])).rows.length > 0;
}

// On a connection's first use, each statement is sent by itself; afterwards all are sent in one packet.
describe.each(["for the first time", "in a packet"])("a transaction at once, %s", (when) => {
  async function ready(): Promise<Database> {
    const of = connect(4);
    if (when === "for the first time") return of;
    for (let round = 0; round < 2; round++) {
      await of.transactionAtOnce("warm", (tx) => runPipelined([mark(tx, -1 - round), marks(tx), pid(tx)]));
    }
    await of.client.query("truncate marks");
    return of;
  }

  test("is kept whole, among others on the same connection", async () => {
    const of = await ready();
    const [[, seen, first], second, third] = await Promise.all([
      of.transactionAtOnce("a", (tx) => runPipelined([mark(tx, 1), marks(tx), pid(tx)])),
      of.transactionAtOnce("b", (tx) => runPipelined([mark(tx, 2), pid(tx)])),
      of.together(pid),
    ]);
    expect(seen).toEqual([1]);
    expect(second[1]).toBe(first);
    // A read does not wait for the commit of another transaction, so it gets another connection.
    expect(third).not.toBe(first);
    expect(await marks(of)).toEqual([1, 2]);
  });

  test("leaves nothing when one of its statements fails, and what stands behind it is as if it had not been", async () => {
    const of = await ready();
    const outcomes = await Promise.allSettled([
      of.transactionAtOnce("a", (tx) => runPipelined([mark(tx, 1), mark(tx, 1), mark(tx, 3)])),
      of.transactionAtOnce("b", (tx) => mark(tx, 2)),
      of.transactionAtOnce("c", marks),
    ]);
    expect(outcomes[0]).toMatchObject({
      status: "rejected",
      reason: { code: "23505", constraint: "marks_pkey" },
    });
    expect(outcomes.slice(1)).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled", value: [2] }]);
    expect(await marks(of)).toEqual([2]);
  });

  test("is not answered when it fails only as it is kept", async () => {
    const of = await ready();
    const failing = of.transactionAtOnce("a", (tx) => runPipelined([mark(tx, 1, 7), mark(tx, 2, 7)]));
    await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "marks_later_key" });
    expect(await marks(of)).toEqual([]);
  });

  test("is no success for who does not mind that one of its statements failed", async () => {
    const of = await ready();
    const failing = of.transactionAtOnce("a", (tx) => Promise.allSettled([mark(tx, 1), mark(tx, 1)]));
    await expect(failing).rejects.toThrow();
    expect(await marks(of)).toEqual([]);
  });

  test("leaves nothing when what sends it fails halfway", async () => {
    const of = await ready();
    const failing = of.transactionAtOnce("a", async (tx) => {
      void mark(tx, 1);
      await Promise.resolve();
      throw new Error("It can't be written.");
    });
    await expect(failing).rejects.toThrow("It can't be written.");
    expect(await of.together(marks)).toEqual([]);
  });

  test("takes nothing that is sent later, or has no name", async () => {
    const of = await ready();
    const later = of.transactionAtOnce("a", async (tx) => {
      await mark(tx, 1);
      await mark(tx, 2);
    });
    await expect(later).rejects.toThrow("in one turn");
    const nameless = of.transactionAtOnce("a", (tx) => tx.client.query("insert into marks values (3)"));
    await expect(nameless).rejects.toThrow("named statements");
    expect(await marks(of)).toEqual([1]);
  });

  test("follows those of its key on their connection, and no others that are slow", async () => {
    const of = await ready();
    const first = of.transactionAtOnce("a", (tx) => runPipelined([hold(tx, 0.6), pid(tx)]));
    await hold(database, 0.05);
    const soon = [of.transactionAtOnce("a", pid), of.transactionAtOnce("b", pid)];
    await hold(database, 0.3);
    const late = await of.transactionAtOnce("a", pid);
    const [[, own], same, other] = await Promise.all([first, ...soon]);
    expect(same).toBe(own);
    expect(other).not.toBe(own);
    // After 0.35 s, the transaction is too slow to share its connection even with requests of its own key.
    expect(late).not.toBe(own);
  });

  test("fails when its connection is lost, and the process goes on", async () => {
    const of = await ready();
    const ended = { name: "end", text: "select pg_terminate_backend(pg_backend_pid())" };
    const failing = of.transactionAtOnce("a", (tx) =>
      runPipelined([mark(tx, 1), tx.client.query(ended), mark(tx, 2)]),
    );
    await expect(failing).rejects.toThrow();
    expect(await of.together(marks)).toEqual([]);
  });
});

test("a transaction whose commit is refused does not hold whoever comes after on its connection", async () => {
  const of = connect(1);
  // The prepared statement makes the commit fail as a cancelled one does: the transaction stays open and refuses all
  // statements.
  await of.client.query("prepare commit as select 1");
  await expect(of.transactionAtOnce("a", (tx) => mark(tx, 1))).rejects.toMatchObject({ code: "42P05" });
  expect(await of.together(marks)).toEqual([]);
  expect(of.pool.totalCount).toBe(1);
});
