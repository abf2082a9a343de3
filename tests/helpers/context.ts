import { v7 as uuidv7 } from "uuid";
import type { Ctx } from "#lib/server/context.ts";
import { freshDatabase } from "#lib/server/process/database.ts";
import type { Person } from "#tests/factories/people.ts";

/** Returns the context that a route would pass to a verb for this person, for tests that call the verb directly. */
export function ctxOf({ userId, name, email, sessionId }: Person, overrides: Partial<Ctx> = {}): Ctx {
  const user = {
    id: userId,
    name,
    email,
    emailVerified: true,
    image: null,
    defaultCurrency: "JPY",
    twoFactorEnabled: false,
    isAnonymous: false,
  };
  const expiresAt = new Date(Date.now() + 60_000);
  return {
    db: freshDatabase(),
    viewer: { userId, sessionId, user, expiresAt, via: "bearer", refreshCookie: null },
    requestId: uuidv7(),
    headers: new Headers(),
    signal: new AbortController().signal,
    now: () => new Date(),
    newId: () => uuidv7(),
    write: { idempotency: null, baseSeq: null, force: false },
    reply: { status: null, tripSeq: null, nextCursor: null },
    via: "user",
    open: null,
    ...overrides,
  };
}
