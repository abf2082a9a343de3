import { AppError } from "#lib/shared/errors.ts";
import { log } from "../../http/log.ts";
import type { RateLimitStore } from "./rate-limit-store.ts";
import { connectRedis, RedisAwayError, RedisSilentError, type RedisConnection } from "./redis-connection.ts";

const PREFIX = "rl:";

export interface RedisStore extends RateLimitStore {
  close(): void;
}

/**
 * Counts hits in Redis, for all instances of the service together. The first hit opens the connection. While Redis is
 * down, hits are refused with UNAVAILABLE within a second: if they passed, anybody who can make Redis fail could turn
 * the limits off.
 */
export function redisStore(url: string, now = () => Date.now()): RedisStore {
  const outage = outageLog();
  let connection: RedisConnection | undefined;

  function replace(silent: RedisConnection): void {
    silent.close();
    if (connection === silent) connection = undefined;
  }

  return {
    async hit(key, windowMs) {
      connection ??= connectRedis(url, (error) => outage.begins(error));
      const used = connection;
      try {
        const { count, leftMs } = await used.hit(PREFIX + key, windowMs);
        outage.ends();
        return { count, resetsAt: now() + leftMs };
      } catch (error) {
        if (error instanceof RedisSilentError) replace(used);
        if (!(error instanceof RedisAwayError)) outage.begins(error);
        throw new AppError(
          "UNAVAILABLE",
          "Attempts can't be counted at the moment. Nothing was done: send the same request again.",
        );
      }
    },
    async takeBack(key) {
      await connection?.takeBack(PREFIX + key).catch(() => undefined);
    },
    close() {
      connection?.close();
      connection = undefined;
    },
  };
}

/** Logs one line when Redis stops answering and one when it answers again, however many hits fail between them. */
function outageLog() {
  let isOut = false;
  return {
    begins(error: unknown): void {
      if (!isOut) log().error({ reason: reasonOf(error) }, "the store of rate limits does not answer");
      isOut = true;
    },
    ends(): void {
      if (isOut) log().info("the store of rate limits answers again");
      isOut = false;
    },
  };
}

/**
 * Returns the error's code, or else its name. The message is left out because it may contain the address of the server.
 * An error that Redis itself answers begins with its code.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.name;
}
