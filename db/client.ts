import { neonConfig, Pool as NeonPool } from "@neondatabase/serverless";
import { type SQL } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { Pool, type PoolClient, type QueryResultRow } from "pg";
import {
  runTransactionInOneBatch,
  BEGIN,
  COMMIT,
  requireCommitted,
  rollBack,
  batchStatements,
} from "./statement-batch.ts";
import { addFairQueue } from "./fair-pool.ts";
import type { SlotRequester } from "./fair-queue.ts";
import { SharedConnections } from "./shared-connections.ts";

/** What a query function needs: the connection pool, or the connection of one transaction. */
export interface Db {
  readonly client: Pick<Pool | PoolClient, "query">;
}

/** A connection pool with transactions. */
export interface Database extends Db {
  readonly pool: Pool;
  /** Drizzle's interface, for tables that no frequent query uses. */
  readonly drizzle: NodePgDatabase;
  /**
   * Runs `work` in one transaction and commits. Statements are pipelined: `begin` is sent together with the first
   * statement, and the statements of `finish` (the write's last ones) together with the commit. So `finish` must throw,
   * not reject, when it can't send them. Any failure rolls everything back.
   */
  transaction<T>(work: (tx: Db) => Promise<T>, finish?: (tx: Db, result: T) => Promise<unknown>): Promise<T>;
  /**
   * Sends a whole transaction in one packet. `work` must send all its statements in one turn of the event loop, they
   * must not depend on each other's results, and they must not wait long for locks, since other statements may be
   * queued behind them. Transactions of the same `key` run one after the other.
   */
  transactionAtOnce<T>(key: string, work: (tx: Db) => Promise<T>): Promise<T>;
  /** Runs `work`, which only reads; all of its statements see the database at the same moment. */
  snapshot<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Runs reads on one connection, which others may use at the same time. Reads that are sent in one turn of the event
   * loop travel together in both directions.
   */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** `neon` speaks PostgreSQL over a WebSocket; absent: the host's name decides. */
  driver?: "pg" | "neon" | undefined;
  poolMax?: number | undefined;
  /** Returns for whom a connection is requested; absent: requests are served in their order. */
  claimant?: () => SlotRequester;
  /** Called for errors of idle connections, e.g. when the server restarts. */
  onIdleError?: (error: Error) => void;
}

export function createDatabase(options: DatabaseOptions): Database {
  const pool = createPool(options);
  const connect = addFairQueue(pool, options.claimant ?? (() => ({ key: null, holder: null })));
  pool.on("error", (error) => options.onIdleError?.(error));
  // Without this listener, an error of a connection on its way from the pool to its user would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // Reads have connections of their own, so that they never wait behind a commit that waits for the disk.
  const [reads, writes] = [new SharedConnections(pool, connect), new SharedConnections(pool, connect)];
  return {
    drizzle: drizzle(pool),
    client: pool,
    pool,
    transaction: (work, finish) => inTransaction(pool, work, finish),
    transactionAtOnce: (key, work) =>
      writes.use(key, (client) => runTransactionInOneBatch(client, (one) => work({ client: one }))),
    snapshot: (work) => inTransaction(pool, (tx) => inSnapshot(tx, work), undefined),
    together: (work) => reads.use(null, (client) => work({ client: batchStatements(client) })),
    close: () => pool.end(),
  };
}

/** The application name under which the database lists the service's connections. */
export const APPLICATION_NAME = "wayfare";

const STATEMENT_MS = 15_000;
/**
 * After this time the client gives up a statement and its connection: a server that does not respond at all can't end
 * the statement itself.
 */
const QUERY_MS = STATEMENT_MS + 3000;

function createPool({ url, driver, poolMax }: DatabaseOptions): Pool {
  const useNeon = driver === "neon" || (driver === undefined && new URL(url).hostname.endsWith(".neon.tech"));
  if (useNeon) {
    neonConfig.poolQueryViaFetch = false;
    const options = {
      connectionString: url,
      application_name: APPLICATION_NAME,
      max: poolMax ?? 10,
      connectionTimeoutMillis: 5000,
      // Neon's pooler does not accept statement_timeout.
      query_timeout: QUERY_MS,
    };
    // Neon's pool is pg's own pool with another socket; only its type differs.
    return new NeonPool(options) as unknown as Pool;
  }
  return new Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: poolMax ?? 16,
    pipeline: true,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
  });
}

/** Runs `work` on a connection of the pool. If the connection is lost, its statements fail, and it leaves the pool. */
async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let lost: Error | undefined;
  const note = (error: Error): void => void (lost = error);
  client.on("error", note);
  try {
    return await work(client);
  } finally {
    client.removeListener("error", note);
    client.release(lost);
  }
}

function inTransaction<T>(
  pool: Pool,
  work: (tx: Db) => Promise<T>,
  finish: ((tx: Db, result: T) => Promise<unknown>) | undefined,
): Promise<T> {
  return orBack(pool, async (tx) => {
    const begun = tx.client.query(BEGIN);
    const [, result] = await runPipelined([begun, work(tx)]);
    const finished = finish ? finish(tx, result) : Promise.resolve();
    const [, committed] = await runPipelined([finished, tx.client.query(COMMIT)]);
    requireCommitted(committed);
    return result;
  });
}

/** Runs `work` in a transaction and rolls back on any failure. */
function orBack<T>(pool: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  return onConnection(pool, async (client) => {
    const tx: Db = { client: batchStatements(client) };
    try {
      return await work(tx);
    } catch (error) {
      await rollBack(client, tx.client);
      throw error;
    }
  });
}

const SNAPSHOT_TEXT = "set transaction isolation level repeatable read, read only";
const SNAPSHOT = { name: SNAPSHOT_TEXT, text: SNAPSHOT_TEXT };

async function inSnapshot<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  const [, result] = await runPipelined([tx.client.query(SNAPSHOT), work(tx)]);
  return result;
}

/**
 * Sends statements one behind the other without waiting in between. Like Promise.all, but all statements are answered
 * before the transaction continues or is rolled back, and the error thrown is that of the first failed statement in
 * their order.
 */
export async function runPipelined<T extends readonly unknown[]>(
  tasks: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  // A query of drizzle runs again each time it is awaited; as a wrapped promise it runs once.
  const list = tasks.map((task) => Promise.resolve<unknown>(task));
  const outcomes = await Promise.allSettled(list);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return (await Promise.all(list)) as unknown as T;
}

const dialect = new PgDialect();

/** A prepared statement, whose text is built once; PostgreSQL stores its plan per connection under its name. */
export interface Statement<Params extends object, Row extends QueryResultRow> {
  (db: Db, params: Params): Promise<Row[]>;
  readonly name: string;
  readonly text: string;
}

/** Compiles `query`; the names of its `sql.placeholder(name)`s are fields of the params. */
export function statement<Params extends object, Row extends QueryResultRow>(
  name: string,
  query: SQL,
): Statement<Params, Row> {
  const { text, slots } = compiled(query);
  async function run(db: Db, params: Params): Promise<Row[]> {
    // Each placeholder names a field of the params.
    const given = params as Record<string, unknown>;
    const values = slots.map((slot) => (slot.field === null ? slot.constant : given[slot.field]));
    const asked = db.client.query<Row>({ name, text, values });
    const { rows } = await (watch === undefined ? asked : watched(name, asked, watch));
    return rows;
  }
  // A function's own property `name` can't be assigned, only defined.
  return Object.defineProperties(run, { text: { value: text }, name: { value: name } }) as Statement<
    Params,
    Row
  >;
}

/**
 * Called with the name of each prepared statement when it is sent; the returned function is called when it ends. It
 * gets no values.
 */
export type StatementWatch = (name: string) => (error?: unknown) => void;

let watch: StatementWatch | undefined;

/** Sets the only watcher of the prepared statements of this process; undefined removes the watcher. */
export function watchStatements(watcher: StatementWatch | undefined): void {
  watch = watcher;
}

async function watched<T>(name: string, asked: Promise<T>, by: StatementWatch): Promise<T> {
  const ended = by(name);
  try {
    const result = await asked;
    ended();
    return result;
  } catch (error) {
    ended(error);
    throw error;
  }
}

interface Slot {
  /** The name of the field in the params whose value is sent; null: the value is part of the query itself. */
  field: string | null;
  constant: unknown;
}

/** Compiles a query. A param that occurs several times is sent once. */
function compiled(query: SQL): { text: string; slots: Slot[] } {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const slots: Slot[] = [];
  const places = params.map((param) => {
    const slot = slotOf(param);
    const known = slot.field === null ? -1 : slots.findIndex(({ field }) => field === slot.field);
    return known === -1 ? slots.push(slot) : known + 1;
  });
  return { text: text.replaceAll(/\$(\d+)/g, (_, place) => `$${places[Number(place) - 1]}`), slots };
}

function slotOf(param: unknown): Slot {
  if (typeof param === "object" && param !== null && "name" in param && typeof param.name === "string") {
    return { field: param.name, constant: undefined };
  }
  return { field: null, constant: param };
}
