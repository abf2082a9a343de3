import { neonConfig, Pool as NeonPool } from "@neondatabase/serverless";
import { type SQL } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { Pool, type PoolClient, type QueryResultRow } from "pg";
import { atOnce, BEGIN, COMMIT, requireCommitted, rollBack, sendingTogether } from "./packet.ts";
import { queueFairly } from "./fair-pool.ts";
import type { Claimant } from "./fair-queue.ts";
import { SharedConnections } from "./shared-connections.ts";

/** What a query function needs: the pool, or one transaction's connection. */
export interface Db {
  readonly client: Pick<Pool | PoolClient, "query">;
}

/** A pool with transactions. */
export interface Database extends Db {
  readonly pool: Pool;
  /** For tables that no hot path touches. */
  readonly drizzle: NodePgDatabase;
  /**
   * Runs `work` in one transaction and commits. Statements are pipelined: `begin` travels with the first one, and
   * what `finish` sends (the write's last statements) with the commit, so it must throw, not reject, when it can't send
   * them. Any failure rolls everything back.
   */
  transaction<T>(work: (tx: Db) => Promise<T>, finish?: (tx: Db, result: T) => Promise<unknown>): Promise<T>;
  /**
   * A transaction in one packet: for statements that `work` sends in one turn, that depend on nothing but what they find
   * themselves, and that do not wait long for locks, since others may stand behind them. Those of one `key` follow each
   * other.
   */
  transactionAtOnce<T>(key: string, work: (tx: Db) => Promise<T>): Promise<T>;
  /** Reads only, all from one moment. */
  snapshot<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Runs reads on one connection, which others may use meanwhile; those that are sent in one turn travel together, there
   * and back.
   */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** `neon` speaks PostgreSQL over a WebSocket; absent: by the host's name. */
  driver?: "pg" | "neon" | undefined;
  poolMax?: number | undefined;
  /** For whom a connection is taken now; absent: first come, first served. */
  claimant?: () => Claimant;
  /** Called for errors of idle connections, e.g. when the server restarts. */
  onIdleError?: (error: Error) => void;
}

export function createDatabase(options: DatabaseOptions): Database {
  const pool = createPool(options);
  const connect = queueFairly(pool, options.claimant ?? (() => ({ key: null, holder: null })));
  pool.on("error", (error) => options.onIdleError?.(error));
  // Between the pool and whoever takes it, nobody else hears of its end.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // Reads never stand behind a commit that waits for the disk.
  const [reads, writes] = [new SharedConnections(pool, connect), new SharedConnections(pool, connect)];
  return {
    drizzle: drizzle(pool),
    client: pool,
    pool,
    transaction: (work, finish) => inTransaction(pool, work, finish),
    transactionAtOnce: (key, work) =>
      writes.use(key, (client) => atOnce(client, (one) => work({ client: one }))),
    snapshot: (work) => inTransaction(pool, (tx) => inSnapshot(tx, work), undefined),
    together: (work) => reads.use(null, (client) => work({ client: sendingTogether(client) })),
    close: () => pool.end(),
  };
}

/** By which connections of the service are known among a database's. */
export const APPLICATION = "wayfare";

const STATEMENT_MS = 15_000;
/** A server that says nothing at all can't end a statement either: the connection is given up. */
const QUERY_MS = STATEMENT_MS + 3000;

function createPool({ url, driver, poolMax }: DatabaseOptions): Pool {
  const useNeon = driver === "neon" || (driver === undefined && new URL(url).hostname.endsWith(".neon.tech"));
  if (useNeon) {
    neonConfig.poolQueryViaFetch = false;
    const options = {
      connectionString: url,
      application_name: APPLICATION,
      max: poolMax ?? 10,
      connectionTimeoutMillis: 5000,
      // Its pooler takes no statement_timeout.
      query_timeout: QUERY_MS,
    };
    // Neon's pool is pg's own with another socket; only its type differs.
    return new NeonPool(options) as unknown as Pool;
  }
  return new Pool({
    connectionString: url,
    application_name: APPLICATION,
    max: poolMax ?? 16,
    pipeline: true,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
  });
}

/** A connection that is lost meanwhile fails its statements, and leaves the pool. */
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
    const [, result] = await pipelined([begun, work(tx)]);
    const finished = finish ? finish(tx, result) : Promise.resolve();
    const [, committed] = await pipelined([finished, tx.client.query(COMMIT)]);
    requireCommitted(committed);
    return result;
  });
}

/** Rolls back, whatever fails. */
function orBack<T>(pool: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  return onConnection(pool, async (client) => {
    const tx: Db = { client: sendingTogether(client) };
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
  const [, result] = await pipelined([tx.client.query(SNAPSHOT), work(tx)]);
  return result;
}

/**
 * Sends statements one behind the other without waiting in between. Like Promise.all, but each is answered before the
 * transaction goes on or back, and the first in order that failed is the one that is thrown.
 */
export async function pipelined<T extends readonly unknown[]>(
  tasks: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  // A query of drizzle runs each time someone waits for it; wrapped, it runs once.
  const list = tasks.map((task) => Promise.resolve<unknown>(task));
  const outcomes = await Promise.allSettled(list);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return (await Promise.all(list)) as unknown as T;
}

const dialect = new PgDialect();

/** A statement whose text is built once; PostgreSQL keeps its plan per connection under the name. */
export interface Statement<Params extends object, Row extends QueryResultRow> {
  (db: Db, params: Params): Promise<Row[]>;
  readonly name: string;
  readonly text: string;
}

/** Compiles `query`, whose `sql.placeholder(name)`s are the params' fields. */
export function statement<Params extends object, Row extends QueryResultRow>(
  name: string,
  query: SQL,
): Statement<Params, Row> {
  const { text, slots } = compiled(query);
  async function run(db: Db, params: Params): Promise<Row[]> {
    // What a placeholder names is a field of the params.
    const given = params as Record<string, unknown>;
    const values = slots.map((slot) => (slot.field === null ? slot.constant : given[slot.field]));
    const asked = db.client.query<Row>({ name, text, values });
    const { rows } = await (watch === undefined ? asked : watched(name, asked, watch));
    return rows;
  }
  // A function's own name can't be assigned, only defined.
  return Object.defineProperties(run, { text: { value: text }, name: { value: name } }) as Statement<
    Params,
    Row
  >;
}

/** Hears of each named statement as it is sent, and is called back with its end; it gets no values. */
export type StatementWatch = (name: string) => (error?: unknown) => void;

let watch: StatementWatch | undefined;

/** One for the process; undefined: nobody watches. */
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
  /** null: the value stands in the query itself. */
  field: string | null;
  constant: unknown;
}

/** A param that stands in several places is sent once. */
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
