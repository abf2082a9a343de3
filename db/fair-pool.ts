import type { Pool, PoolClient } from "pg";
import { type SlotRequester, FairQueue } from "./fair-queue.ts";

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** The part of the pool's connections that one user's requests may hold at the same time. */
const SHARE = 0.4;

const EVERYBODY: SlotRequester = { key: null, holder: null };

/**
 * Puts a fair queue in front of a pool, whose own queue serves requests in their order. The fair queue waits as long as
 * the pool would, and fails with the pool's error message.
 * @returns a function that takes a connection which the requests of several users are going to share
 */
export function addFairQueue(pool: Pool, claimant: () => SlotRequester): () => Promise<PoolClient> {
  const { max, connectionTimeoutMillis: patienceMs = 0 } = pool.options;
  const queue = new FairQueue({ places: max, share: Math.max(1, Math.ceil(max * SHARE)) });
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;

  function connectInTurn(who: SlotRequester, connected: Connected): void {
    let late: NodeJS.Timeout | undefined;
    const giveUp = queue.take(who, () => {
      clearTimeout(late);
      connect((error, client, done) => {
        if (!client) queue.giveBack(who);
        connected(error, client && returning(client, () => queue.giveBack(who)), (release) =>
          client ? client.release(release) : done(release),
        );
      });
    });
    if (!giveUp || patienceMs === 0) return;
    late = setTimeout(() => {
      const error = new Error("timeout exceeded when trying to connect");
      if (giveUp()) connected(error, undefined, () => undefined);
    }, patienceMs);
    late.unref();
  }

  let isForEverybody = false;

  function connectFairly(connected?: Connected): Promise<PoolClient> | undefined {
    const who = isForEverybody ? EVERYBODY : claimant();
    if (connected) {
      connectInTurn(who, connected);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      connectInTurn(who, (error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  // `waitingCount` is a getter of the pool's class.
  const own = Reflect.getOwnPropertyDescriptor(Object.getPrototypeOf(pool), "waitingCount")?.get;
  Object.defineProperties(pool, {
    connect: { value: connectFairly, configurable: true, writable: true },
    waitingCount: { get: () => queue.waitingCount + Number(own?.call(pool) ?? 0) },
  });
  return () => {
    // The claimant is determined before any waiting begins.
    isForEverybody = true;
    try {
      return pool.connect();
    } finally {
      isForEverybody = false;
    }
  };
}

/** Replaces `release` each time the pool hands out a connection, since the pool makes that method anew. */
function returning(client: PoolClient, giveBack: () => void): PoolClient {
  const release = client.release.bind(client);
  let isBack = false;
  client.release = (error) => {
    release(error);
    if (isBack) return;
    isBack = true;
    giveBack();
  };
  return client;
}
