import { createHash } from "node:crypto";
import { env } from "#lib/server/env.ts";
import { AppError } from "#lib/shared/errors.ts";
import { requestScope } from "./request-scope.ts";

/** Counts hits of a key in a fixed window that its first hit opens. */
export interface RateLimitStore {
  hit(key: string, windowMs: number): Promise<{ count: number; resetsAt: number }>;
}

export interface RateLimitDecision {
  allowed: boolean;
  /** Whole seconds until the window ends. */
  retryAfter: number | null;
}

const SWEEP_ABOVE = 10_000;

/** Counts in this process: right for one server, and the reason why the edge needs Redis. */
export function memoryStore(now = () => Date.now()): RateLimitStore {
  const windows = new Map<string, { count: number; resetsAt: number }>();
  let sweptAbove = SWEEP_ABOVE;

  function sweep(at: number): void {
    for (const [key, window] of windows) if (window.resetsAt <= at) windows.delete(key);
    sweptAbove = Math.max(SWEEP_ABOVE, windows.size * 2);
  }

  return {
    hit(key, windowMs) {
      const at = now();
      if (windows.size >= sweptAbove) sweep(at);
      const open = windows.get(key);
      const window = open && open.resetsAt > at ? open : { count: 0, resetsAt: at + windowMs };
      window.count += 1;
      windows.set(key, window);
      return Promise.resolve({ ...window });
    },
  };
}

/** @throws AppError UNAVAILABLE (503) on the edge without a shared store: no limit there would be global. */
export function edgeWithoutStore(): RateLimitStore {
  return {
    hit: () => Promise.reject(new AppError("UNAVAILABLE", "The store of rate limits is not configured.")),
  };
}

export function configuredStore(): RateLimitStore {
  return env().isEdge ? edgeWithoutStore() : memoryStore();
}

/** better-auth's limiter over a store, keyed by the hash of who asks and by path. `window` is in seconds. */
export function rateLimiter(store: RateLimitStore, now = () => Date.now()) {
  return {
    async consume(key: string, rule: { window: number; max: number }): Promise<RateLimitDecision> {
      const limited = limitedKey(key);
      if (limited === null) return { allowed: true, retryAfter: null };
      const { count, resetsAt } = await store.hit(limited, rule.window * 1000);
      if (count <= rule.max) return { allowed: true, retryAfter: null };
      return { allowed: false, retryAfter: Math.max(1, Math.ceil((resetsAt - now()) / 1000)) };
    },
  };
}

/** `<ip>|<path>` with the address hashed; a request without an address is limited by whom it names, or not at all. */
function limitedKey(key: string): string | null {
  const bar = key.indexOf("|");
  const limitBy = requestScope()?.limitBy ?? { kind: "address" };
  if (limitBy.kind === "nobody") return null;
  const subject = limitBy.kind === "named" ? limitBy.subject : key.slice(0, bar);
  return `${createHash("sha256").update(subject).digest("base64url")}${key.slice(bar)}`;
}
