import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { getIP } from "better-auth/api";
import { env } from "#lib/server/env.ts";
import type { RateLimitStore } from "#lib/server/rate-limit-store.ts";
import { AppError } from "#lib/shared/errors.ts";
import { ASKER_MAIL_RULE, DEVICE_MAIL_RULE, MAIL_RULE, type RateLimitRule } from "./rate-rules.ts";
import { requestScope } from "./request-scope.ts";

interface RateLimitDecision {
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
    takeBack(key) {
      const open = windows.get(key);
      if (open && open.resetsAt > now() && open.count > 0) open.count -= 1;
      return Promise.resolve();
    },
  };
}

/** @throws AppError UNAVAILABLE (503) on the edge without a shared store: no limit there would be global. */
function edgeWithoutStore(): RateLimitStore {
  return {
    hit: () => Promise.reject(new AppError("UNAVAILABLE", "The store of rate limits is not configured.")),
    takeBack: () => Promise.resolve(),
  };
}

/** The client's code is loaded by the first hit, and nowhere where Redis is not used. */
function redisOnUse(url: string): RateLimitStore {
  let opened: Promise<RateLimitStore> | undefined;
  return {
    async hit(key, windowMs) {
      opened ??= import("#lib/server/redis-store.ts").then(({ redisStore }) => redisStore(url));
      return (await opened).hit(key, windowMs);
    },
    async takeBack(key) {
      await (await opened)?.takeBack(key);
    },
  };
}

let configured: RateLimitStore | undefined;

/** The process's one store: Redis where it is configured, else its own memory, which no edge runtime has. */
export function configuredStore(): RateLimitStore {
  configured ??= createStore();
  return configured;
}

function createStore(): RateLimitStore {
  const { RATE_LIMIT_REDIS_URL, isEdge } = env();
  if (RATE_LIMIT_REDIS_URL) return redisOnUse(RATE_LIMIT_REDIS_URL);
  return isEdge ? edgeWithoutStore() : memoryStore();
}

/** better-auth's limiter over a store, keyed by the hash of who asks and by path. `window` is in seconds. */
export function rateLimiter(store: RateLimitStore, now = () => Date.now()) {
  return {
    async consume(key: string, rule: { window: number; max: number }): Promise<RateLimitDecision> {
      const limited = limitedKey(key);
      const decision =
        limited === null
          ? { allowed: true, retryAfter: null }
          : await decide(store, limited, { windowSeconds: rule.window, max: rule.max }, now);
      const { account } = requestScope() ?? {};
      // Only what its own address may still ask counts against an account: else one address could use up all of it.
      return decision.allowed && account ? decideAll(store, account, now) : decision;
    },
  };
}

/** What is tried, and in which windows it counts, the shortest first. */
export interface Limited {
  key: string;
  rules: readonly RateLimitRule[];
  /** A try that was right counts for nothing: only who guesses is to be stopped. */
  isOfWrongOnes?: boolean;
}

/** Takes a try back that was counted and turned out to be right. */
export async function forgetRightTry({ key, rules, isOfWrongOnes }: Limited): Promise<void> {
  if (!isOfWrongOnes) return;
  for (const { windowSeconds } of rules) await configuredStore().takeBack(`${key}|${windowSeconds}`);
}

/** Counts a try in one window after the other, and in none after the one that refuses it. */
async function decideAll(
  store: RateLimitStore,
  { key, rules }: Limited,
  now = () => Date.now(),
): Promise<RateLimitDecision> {
  for (const rule of rules) {
    const decision = await decide(store, `${key}|${rule.windowSeconds}`, rule, now);
    if (!decision.allowed) return decision;
  }
  return { allowed: true, retryAfter: null };
}

/** @throws AppError RATE_LIMITED (429 with `Retry-After`), UNAVAILABLE when the store is away */
export async function requireTriesLeft(limited: Limited): Promise<void> {
  requireAllowed(await decideAll(configuredStore(), limited));
}

/**
 * Limits a route outside `/api/auth` in the same way. `subject` (a user's id, for example) stands in where the client's
 * address is unknown; without both there is no limit.
 * @throws AppError RATE_LIMITED (429 with `Retry-After`), UNAVAILABLE when the store is away
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

/** What stands for the client's address; null where it is unknown. */
export function addressKey(headers: Headers): string | null {
  const address = clientAddress(headers);
  return address === undefined ? null : hashed(address);
}

/** As better-auth reads it, so that an IPv6 client is its /64 here too; it would fall back to localhost in tests. */
function clientAddress(headers: Headers): string | undefined {
  const { CLIENT_IP_HEADER } = env();
  if (!CLIENT_IP_HEADER || isIP(headers.get(CLIENT_IP_HEADER) ?? "") === 0) return undefined;
  return getIP(headers, { advanced: { ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] } } }) ?? undefined;
}

/** `<ip>|<path>` with the address hashed; a request without an address is limited by whom it names, or not at all. */
function limitedKey(key: string): string | null {
  const bar = key.indexOf("|");
  const limitBy = requestScope()?.limitBy ?? { kind: "address" };
  if (limitBy.kind === "nobody") return null;
  const subject = limitBy.kind === "named" ? limitBy.subject : key.slice(0, bar);
  return `${hashed(subject)}${key.slice(bar)}`;
}

/** Who asks for a mail: the hash of their network address, and their device where the account knows it. */
export interface MailAsker {
  address: string | null;
  device: string | null;
}

/**
 * Whether an address may be mailed once more of this group; it may where nobody can count. What strangers ask for, one of
 * them or many, leaves what the owner's own device may ask for.
 */
export async function hasMailLeft(
  email: string,
  group: "mails" | "notices",
  { address, device }: MailAsker = { address: null, device: null },
): Promise<boolean> {
  const key = accountKey(group, email);
  const limits: [string, RateLimitRule][] =
    device === null ? [[key, MAIL_RULE]] : [[accountKey(group, email, device), DEVICE_MAIL_RULE]];
  if (device === null && address !== null) limits.unshift([`${key}|${address}`, ASKER_MAIL_RULE]);
  try {
    for (const [limited, rule] of limits)
      if (!(await decide(configuredStore(), limited, rule)).allowed) return false;
  } catch {
    return true;
  }
  return true;
}

/** The key of an account's own limit, or of one device's at it; nobody reads an address from it. */
export function accountKey(group: string, email: string, device: string | null = null): string {
  const key = `${hashed(email)}|${group}`;
  return device === null ? key : `${key}|${hashed(device)}`;
}

function hashed(subject: string): string {
  return createHash("sha256").update(subject).digest("base64url");
}
