import { createClient, defineScript, type CommandParser } from "@redis/client";

/** In this time the connection must open and Redis must answer, or the hit is refused. */
const DEADLINE_MS = 1000;
const RECONNECT_MS = 250;

/**
 * Counts one hit in one atomic step on the Redis server, by the server's clock. A key without an expiry gets one,
 * because it would else limit its subject for ever.
 */
const HIT = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    local count = redis.call("INCR", KEYS[1])
    local left = redis.call("PTTL", KEYS[1])
    if left < 0 then
      redis.call("PEXPIRE", KEYS[1], ARGV[1])
      left = tonumber(ARGV[1])
    end
    return { count, left }`,
  parseCommand(parser: CommandParser, key: string, windowMs: number) {
    parser.pushKey(key);
    parser.push(String(windowMs));
  },
  transformReply: ([count, leftMs]: [number, number]) => ({ count, leftMs }),
});

/** Subtracts one hit, if the window has not ended. */
const TAKE_BACK = defineScript({
  NUMBER_OF_KEYS: 1,
  SCRIPT: `
    if redis.call("EXISTS", KEYS[1]) == 1 then return redis.call("DECR", KEYS[1]) end
    return 0`,
  parseCommand(parser: CommandParser, key: string) {
    parser.pushKey(key);
  },
  transformReply: (count: number) => count,
});

export interface RedisConnection {
  /** Counts one hit. Rejects within a second when Redis does not answer, and at once while Redis counts as down. */
  hit(key: string, windowMs: number): Promise<{ count: number; leftMs: number }>;
  /** Subtracts one hit; rejects as {@link hit} does. */
  takeBack(key: string): Promise<number>;
  close(): void;
}

/** Opens a connection to Redis, and opens it again whenever it is lost. */
export function connectRedis(url: string, onTrouble: (error: unknown) => void): RedisConnection {
  const client = createClient({
    url,
    RESP: 2,
    scripts: { hit: HIT, takeBack: TAKE_BACK },
    socket: { connectTimeout: DEADLINE_MS, reconnectStrategy: () => RECONNECT_MS * (0.5 + Math.random()) },
    // The client's offline queue is off: as soon as Redis is back, it would send hits that were refused long ago.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: "disabled",
  });
  // A lost connection is opened again at once; Redis counts as down only when that fails too.
  let state: "opening" | "open" | "lost" | "away" = "opening";
  const waiting = new Set<PromiseWithResolvers<void>>();
  client.on("ready", () => {
    state = "open";
    for (const { resolve } of waiting) resolve();
    waiting.clear();
  });
  client.on("error", (error: unknown) => {
    state = state === "open" ? "lost" : "away";
    if (state === "lost") return;
    onTrouble(error);
    for (const { reject } of waiting) reject(new RedisAwayError());
    waiting.clear();
  });
  // `connect` rejects only when the client is closed; errors arrive as events.
  client.connect().catch(() => undefined);
  client.unref();

  async function untilOpen(): Promise<void> {
    if (state === "open") return;
    if (state === "away") throw new RedisAwayError();
    const waiter = Promise.withResolvers<void>();
    waiting.add(waiter);
    await waiter.promise;
  }

  return {
    hit: (key, windowMs) =>
      withinDeadline(async (late) => {
        await untilOpen();
        late.throwIfAborted();
        return client.hit(key, windowMs);
      }),
    takeBack: (key) =>
      withinDeadline(async (late) => {
        await untilOpen();
        late.throwIfAborted();
        return client.takeBack(key);
      }),
    close() {
      if (client.isOpen) client.destroy();
    },
  };
}

/** Thrown while Redis is down; `onTrouble` has already reported it. */
export class RedisAwayError extends Error {
  override name = "RedisAwayError";
}

/** Thrown when the connection is open, but Redis does not answer on it. It may be dead, so the store replaces it. */
export class RedisSilentError extends Error {
  override name = "RedisSilentError";
}

/**
 * Rejects when the work takes too long. The timeout of the Redis client ends when a command is sent, so without this
 * deadline a silent server would block the request for ever.
 */
async function withinDeadline<T>(work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new RedisSilentError());
  }, DEADLINE_MS);
  return Promise.race([work(late.signal), promise]).finally(() => clearTimeout(timer));
}
