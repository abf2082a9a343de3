import type { Pool, PoolClient } from "pg";

/** Whoever comes then, takes another connection. */
const MOST_USES = 12;
/** Nobody is put behind somebody who has waited so long: it is no short statement, or the server is busy. */
const SLOW_MS = 15;
/** Who would be in the way of somebody on another connection waits longer. */
const SLOW_FOR_SAME_KEY_MS = 250;

interface Use {
  /** What it may have to wait for on another connection; null: nothing. */
  readonly key: string | null;
  readonly since: number;
}

/**
 * Short statements of many requests on one connection, one behind the other with no wait in between, and on as few more as
 * that takes. A server that finds the next question when it has answered one need not be woken for it, which on a busy
 * machine costs as much as a third of the answer.
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
   * Runs `work` on a connection that others may use at the same time, so it leaves no transaction and no setting behind and
   * does not wait long for locks. What has the same `key` follows on the same connection, unless that stands still.
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
    // Whoever waits for a connection of their own has it when all that share one have their answer.
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
  /** Who waits for an answer, in the order in which they came. */
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

  /** The server says so before it ends the connection. */
  noteIfFatal(error: unknown): void {
    if (error instanceof Error && "severity" in error && error.severity === "FATAL") this.#lost = error;
  }

  /** A connection that was lost leaves the pool. */
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
