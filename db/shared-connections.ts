import type { Pool, PoolClient } from "pg";

/** The maximum number of requests on one connection; further requests take another connection. */
const MOST_USES = 12;
/**
 * A request does not join a connection whose oldest request has waited this long: that statement is not short, or the
 * server is busy.
 */
const SLOW_MS = 15;
/**
 * A request joins a connection whose request of the same key has waited up to this time, since on different connections
 * the one could block the other.
 */
const SLOW_FOR_SAME_KEY_MS = 250;

interface Use {
  /** The key of requests that may have to wait for each other on different connections; null: none. */
  readonly key: string | null;
  readonly since: number;
}

/**
 * Runs short statements of many requests on one connection, one behind the other without waits in between, and on as
 * few further connections as that needs. A server that finds the next statement when it has answered one need not be
 * woken for it, which on a busy machine costs as much as a third of the answer.
 */
export class SharedConnections {
  readonly #pool: Pool;
  readonly #connect: () => Promise<PoolClient>;
  readonly #canShare: boolean;
  #open: Shared[] = [];

  constructor(pool: Pool, connect: () => Promise<PoolClient>) {
    this.#pool = pool;
    this.#connect = connect;
    this.#canShare = pool.options.pipeline === true;
  }

  /**
   * Runs `work` on a connection that others may use at the same time, so it must leave no transaction and no setting
   * behind and must not wait long for locks. Work of the same `key` follows on the same connection, unless that
   * connection is stuck.
   */
  async use<T>(key: string | null, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const now = performance.now();
    const shared = this.#joinable(key, now) ?? this.#take();
    const use = { key, since: now };
    shared.uses.add(use);
    try {
      return await work(await shared.connecting);
    } catch (error) {
      shared.noteIfFatal(error);
      throw error;
    } finally {
      shared.uses.delete(use);
      if (shared.uses.size === 0) this.#giveBack(shared);
    }
  }

  #joinable(key: string | null, now: number): Shared | undefined {
    // A request that waits for a connection of its own gets one when all requests of a shared connection have their
    // answers.
    if (isExhausted(this.#pool)) return undefined;
    const same = key === null ? undefined : this.#open.find((shared) => shared.isUsedFor(key));
    if (same?.isQuick(now, SLOW_FOR_SAME_KEY_MS)) return same;
    return this.#open.find((shared) => shared.isQuick(now, SLOW_MS) && shared.uses.size < MOST_USES);
  }

  #take(): Shared {
    const shared = new Shared(this.#connect);
    if (this.#canShare) this.#open.push(shared);
    return shared;
  }

  #giveBack(shared: Shared): void {
    this.#open = this.#open.filter((other) => other !== shared);
    shared.release();
  }
}

function isExhausted({ waitingCount, idleCount, totalCount, options }: Pool): boolean {
  return waitingCount > 0 && idleCount === 0 && totalCount >= options.max;
}

class Shared {
  /** The requests that wait for an answer, in the order in which they came. */
  readonly uses = new Set<Use>();
  readonly connecting: Promise<PoolClient>;
  #client: PoolClient | undefined;
  #lost: Error | undefined;

  constructor(connect: () => Promise<PoolClient>) {
    this.connecting = this.#take(connect);
  }

  isQuick(now: number, slowMs: number): boolean {
    const [oldest] = this.uses;
    return !this.#lost && (!oldest || now - oldest.since <= slowMs);
  }

  isUsedFor(key: string): boolean {
    for (const use of this.uses) if (use.key === key) return true;
    return false;
  }

  /**
   * Records that the connection is lost if the error is fatal: the server reports such an error before it ends the
   * connection.
   */
  noteIfFatal(error: unknown): void {
    if (error instanceof Error && "severity" in error && error.severity === "FATAL") this.#lost = error;
  }

  /** Gives the connection back to the pool, which drops a lost one. */
  release(): void {
    this.#client?.removeListener("error", this.#note);
    this.#client?.release(this.#lost ?? this.#client.connection.stream.destroyed);
  }

  async #take(connect: () => Promise<PoolClient>): Promise<PoolClient> {
    const client = await connect();
    client.on("error", this.#note);
    this.#client = client;
    return client;
  }

  readonly #note = (error: Error): void => void (this.#lost = error);
}
