import type { Pool, PoolClient } from "pg";

/** Whoever comes then, takes another connection. */
const MOST_USES = 12;
/** Nobody is put behind somebody who has waited so long: it is no short statement, or the server is busy. */
const SLOW_MS = 15;

interface Use {
  /** Whom it may not pass; null: anybody. */
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
  readonly #canShare: boolean;
  #open: Shared[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
    const { pipeline, max } = pool.options;
    // A transaction must not have to wait until nobody reads.
    this.#canShare = pipeline === true && max > 1;
  }

  /**
   * Runs `work` on a connection that others may use at the same time, so it leaves no transaction and no setting behind and
   * waits for nobody's lock. What has the same `key` follows on the same connection.
   */
  async use<T>(key: string | null, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const now = performance.now();
    const shared = this.#joinable(key, now) ?? this.#take();
    const use = { key, since: now };
    shared.uses.add(use);
    try {
      return await work(await shared.connecting);
    } finally {
      shared.uses.delete(use);
      if (shared.uses.size === 0) this.#giveBack(shared);
    }
  }

  #joinable(key: string | null, now: number): Shared | undefined {
    const same = key === null ? undefined : this.#open.find((shared) => shared.isUsedFor(key));
    return same ?? this.#open.find((shared) => shared.isQuick(now) && shared.uses.size < MOST_USES);
  }

  #take(): Shared {
    const shared = new Shared(this.#pool);
    if (this.#canShare) this.#open.push(shared);
    return shared;
  }

  #giveBack(shared: Shared): void {
    this.#open = this.#open.filter((other) => other !== shared);
    shared.release();
  }
}

class Shared {
  /** Who waits for an answer, in the order in which they came. */
  readonly uses = new Set<Use>();
  readonly connecting: Promise<PoolClient>;
  #client: PoolClient | undefined;
  #lost: Error | undefined;

  constructor(pool: Pool) {
    this.connecting = this.#connect(pool);
  }

  isQuick(now: number): boolean {
    const [oldest] = this.uses;
    return !this.#lost && (!oldest || now - oldest.since <= SLOW_MS);
  }

  isUsedFor(key: string): boolean {
    for (const use of this.uses) if (use.key === key) return !this.#lost;
    return false;
  }

  /** A connection that was lost meanwhile leaves the pool. */
  release(): void {
    this.#client?.removeListener("error", this.#note);
    this.#client?.release(this.#lost);
  }

  async #connect(pool: Pool): Promise<PoolClient> {
    const client = await pool.connect();
    client.on("error", this.#note);
    this.#client = client;
    return client;
  }

  readonly #note = (error: Error): void => void (this.#lost = error);
}
