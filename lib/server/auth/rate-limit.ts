import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { getIP } from "better-auth/api";
import { env } from "#lib/server/env/env.ts";
import type { RateLimitStore } from "#lib/server/auth/rate-limits/rate-limit-store.ts";
import { AppError } from "#lib/shared/errors.ts";
import { CLIENT_MAIL_RULE, DEVICE_MAIL_RULE, MAIL_RULE, type RateLimitRule } from "./rate-rules.ts";
import { requestScope } from "./request-scope.ts";

interface RateLimitDecision {
  allowed: boolean;
  /** Whole seconds until the window ends; null: the attempt is allowed. */
  retryAfter: number | null;
}

const SWEEP_ABOVE = 10_000;

/** Counts hits in this process. That is right for one server only, so the edge needs Redis. */
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
    takeBack(key) {
      const open = windows.get(key);
      if (open && open.resetsAt > now() && open.count > 0) open.count -= 1;
      return Promise.resolve();
    },
  };
}

/**
 * Returns the store of an edge runtime without Redis, where no limit would be global.
 * @throws AppError UNAVAILABLE (503) at each hit
 */
function edgeWithoutStore(): RateLimitStore {
  return {
    hit: () => Promise.reject(new AppError("UNAVAILABLE", "The store of rate limits is not configured.")),
    takeBack: () => Promise.resolve(),
  };
}

/** Returns a store that loads the code of the Redis client at the first hit, so that it is loaded nowhere else. */
function redisOnUse(url: string): RateLimitStore {
  let opened: Promise<RateLimitStore> | undefined;
  return {
    async hit(key, windowMs) {
      opened ??= import("#lib/server/auth/rate-limits/redis-store.ts").then(({ redisStore }) =>
        redisStore(url),
      );
      return (await opened).hit(key, windowMs);
    },
    async takeBack(key) {
      await (await opened)?.takeBack(key);
    },
  };
}

let configured: RateLimitStore | undefined;

/**
 * Returns the store of the process: Redis if it is configured, otherwise the process's memory, which an edge runtime
 * does not have.
 */
export function configuredStore(): RateLimitStore {
  configured ??= createStore();
  return configured;
}

function createStore(): RateLimitStore {
  const { RATE_LIMIT_REDIS_URL, isEdge } = env();
  if (RATE_LIMIT_REDIS_URL) return redisOnUse(RATE_LIMIT_REDIS_URL);
  return isEdge ? edgeWithoutStore() : memoryStore();
}

/**
 * better-auth's rate limiter with this store. Its keys are the hash of the client and the path. `window` is in seconds.
 */
export function rateLimiter(store: RateLimitStore, now = () => Date.now()) {
  return {
    async consume(key: string, rule: { window: number; max: number }): Promise<RateLimitDecision> {
      const limited = limitedKey(key);
      const decision =
        limited === null
          ? { allowed: true, retryAfter: null }
          : await decide(store, limited, { windowSeconds: rule.window, max: rule.max }, now);
      const { account } = requestScope() ?? {};
      // A request counts against the account only if its IP address may still send requests; otherwise one address
      // could use up the account's limit.
      return decision.allowed && account ? decideAll(store, account, now) : decision;
    },
  };
}

/** What attempts are counted for, and in which windows, the shortest first. */
export interface LimitedAttempt {
  key: string;
  rules: readonly RateLimitRule[];
  /** Whether correct attempts are not counted, because only guessing must be limited. */
  isOfWrongOnes?: boolean;
}

/** Subtracts an attempt that was counted and turned out to be correct. */
export async function subtractCorrectAttempt({ key, rules, isOfWrongOnes }: LimitedAttempt): Promise<void> {
  if (!isOfWrongOnes) return;
  for (const { windowSeconds } of rules) await configuredStore().takeBack(`${key}|${windowSeconds}`);
}

/** Counts an attempt in one window after the other, and in no window after the one that refuses it. */
async function decideAll(
  store: RateLimitStore,
  { key, rules }: LimitedAttempt,
  now = () => Date.now(),
): Promise<RateLimitDecision> {
  for (const rule of rules) {
    const decision = await decide(store, `${key}|${rule.windowSeconds}`, rule, now);
    if (!decision.allowed) return decision;
  }
  return { allowed: true, retryAfter: null };
}

/** Counts an attempt. @throws AppError RATE_LIMITED (429 with `Retry-After`), UNAVAILABLE when the store is down */
export async function requireTriesLeft(limited: LimitedAttempt): Promise<void> {
  requireAllowed(await decideAll(configuredStore(), limited));
}

/**
 * Limits a route outside `/api/auth` by the client's IP address. If the address is unknown, `subject` (a user's id, for
 * example) is used; without either there is no limit.
 * @throws AppError RATE_LIMITED (429 with `Retry-After`), and UNAVAILABLE when the store is down
 */
export async function requireWithinLimit(
  headers: Headers,
  path: string,
  rule: RateLimitRule,
  { subject }: { subject?: string } = {},
): Promise<void> {
  const who = clientAddress(headers) ?? subject;
  if (who === undefined) return;
  requireAllowed(await decide(configuredStore(), `${hashed(who)}|${path}`, rule));
}

function requireAllowed({ allowed, retryAfter }: RateLimitDecision): void {
  if (allowed) return;
  throw new AppError("RATE_LIMITED", `Too many attempts. Try again in ${retryAfter} seconds.`, {
    details: { retryAfter },
  });
}

async function decide(
  store: RateLimitStore,
  key: string,
  { windowSeconds, max }: RateLimitRule,
  now = () => Date.now(),
): Promise<RateLimitDecision> {
  const { count, resetsAt } = await store.hit(key, windowSeconds * 1000);
  if (count <= max) return { allowed: true, retryAfter: null };
  return { allowed: false, retryAfter: Math.max(1, Math.ceil((resetsAt - now()) / 1000)) };
}

/** Returns the hash of the client's IP address, or null when the address is unknown. */
export function addressKey(headers: Headers): string | null {
  const address = clientAddress(headers);
  return address === undefined ? null : hashed(address);
}

/**
 * Returns the client's IP address as better-auth reads it, so that an IPv6 client is its /64 for this service, too. A
 * header without a valid address is refused first, because better-auth would use localhost for it in tests.
 */
function clientAddress(headers: Headers): string | undefined {
  const { CLIENT_IP_HEADER } = env();
  if (!CLIENT_IP_HEADER || isIP(headers.get(CLIENT_IP_HEADER) ?? "") === 0) return undefined;
  return getIP(headers, { advanced: { ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] } } }) ?? undefined;
}

/**
 * Hashes the address in better-auth's key `<ip>|<path>`. A request without an address is limited by the account or
 * e-mail address that it names, or not at all (null).
 */
function limitedKey(key: string): string | null {
  const bar = key.indexOf("|");
  const limitBy = requestScope()?.limitBy ?? { kind: "address" };
  if (limitBy.kind === "nobody") return null;
  const subject = limitBy.kind === "named" ? limitBy.subject : key.slice(0, bar);
  return `${hashed(subject)}${key.slice(bar)}`;
}

/** The client that requests a mail: the hash of its IP address, and its device if the account knows it. */
export interface MailRequester {
  address: string | null;
  device: string | null;
}

/**
 * Whether one more mail of a group may go to an address; it may when the store is down. Requests of strangers,
 * however many, leave the limit of the owner's own device untouched.
 */
export async function isMailAllowed(
  email: string,
  group: "mails" | "notices",
  { address, device }: MailRequester = { address: null, device: null },
): Promise<boolean> {
  const key = accountKey(group, email);
  const limits: [string, RateLimitRule][] =
    device === null ? [[key, MAIL_RULE]] : [[accountKey(group, email, device), DEVICE_MAIL_RULE]];
  if (device === null && address !== null) limits.unshift([`${key}|${address}`, CLIENT_MAIL_RULE]);
  try {
    for (const [limited, rule] of limits)
      if (!(await decide(configuredStore(), limited, rule)).allowed) return false;
  } catch {
    return true;
  }
  return true;
}

/**
 * Returns the key of an account's rate limit, or of the limit of one device at it. The address cannot be read from the
 * key.
 */
export function accountKey(group: string, email: string, device: string | null = null): string {
  const key = `${hashed(email)}|${group}`;
  return device === null ? key : `${key}|${hashed(device)}`;
}

function hashed(subject: string): string {
  return createHash("sha256").update(subject).digest("base64url");
}
