import { createClient, defineScript, type CommandParser } from "@redis/client";

/** Within it Redis is found and answers, or a hit is refused. */
const DEADLINE_MS = 1000;
const RECONNECT_MS = 250;

/**
 * One hit, decided on the server in one piece and by its clock. A key that somehow lost its end gets a new one:
 * it would limit its subject for ever.
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

/** The same backwards, of a window that is still open. */
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
  /** Rejects within a second when Redis does not answer, and at once while it is known to be away. */
  hit(key: string, windowMs: number): Promise<{ count: number; leftMs: number }>;
  /** Rejects as {@link hit} does. */
  takeBack(key: string): Promise<number>;
  close(): void;
}

/** Connects by itself, and again whenever the connection is lost. */
export function connectRedis(url: string, onTrouble: (error: unknown) => void): RedisConnection {
  const client = createClient({
    url,
    RESP: 2,
    scripts: { hit: HIT, takeBack: TAKE_BACK },
    socket: { connectTimeout: DEADLINE_MS, reconnectStrategy: () => RECONNECT_MS * (0.5 + Math.random()) },
    // Its queue would send hits that were refused long ago as soon as Redis is back.
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: "disabled",
  });
  // A lost connection is opened again at once; only when that fails too, Redis is away.
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
  // It rejects only when the client is closed; errors come as events.
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

/** Already told by `onTrouble`. */
export class RedisAwayError extends Error {
  override name = "RedisAwayError";
}

/** The connection stands but is silent: it may be dead, and should be replaced. */
export class RedisSilentError extends Error {
  override name = "RedisSilentError";
}

/** The client's own deadline ends when a command is sent, so that a silent server would hold the request for ever. */
async function withinDeadline<T>(work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new RedisSilentError());
  }, DEADLINE_MS);
  return Promise.race([work(late.signal), promise]).finally(() => clearTimeout(timer));
}
