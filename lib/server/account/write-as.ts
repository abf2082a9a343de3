import { newId } from "#lib/server/new-id.ts";
import type { Database } from "#db/client.ts";
import { lockTripUnchecked } from "#db/queries/write.ts";
import type { Ctx } from "../context.ts";
import { commitWrite, openWrite, type TripWrite } from "../write.ts";

/** Stands for the service where a user's id is asked for and nothing is written under it. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A trip was purged before its turn came. */
class TripGone extends Error {}

/**
 * The service's own write in a trip on behalf of someone whose account has changed, or begins: no role is asked for, and
 * archived and deleted trips take it. Otherwise like every write: locked, logged, published. null: there is no such trip.
 * Without a user, what is written is the service's own doing.
 */
export async function writeAs<T>(
  db: Database,
  userId: string | null,
  tripId: string,
  work: (write: TripWrite, ctx: Ctx) => Promise<T>,
  via: Ctx["via"] = "system",
): Promise<T | null> {
  const ctx = contextOf(db, userId ?? NOBODY, via);
  try {
    return await commitWrite(ctx, tripId, async (tx) => {
      const [locked] = await lockTripUnchecked(tx, { tripId });
      if (!locked) throw new TripGone();
      const write = openWrite(ctx, tx, locked, null, userId);
      return [write, await work(write, ctx)];
    });
  } catch (error) {
    if (error instanceof TripGone) return null;
    throw error;
  }
}

/** Nobody asks and nothing is answered: of the viewer, a write needs only whom its events are by. */
function contextOf(db: Database, userId: string, via: Ctx["via"]): Ctx {
  const nobody = { name: "", email: "", emailVerified: false, image: null, defaultCurrency: "JPY" };
  const user = { ...nobody, id: userId, twoFactorEnabled: false, isAnonymous: false };
  return {
    db,
    viewer: { userId, sessionId: "", user, expiresAt: new Date(0), via: "bearer", refreshCookie: null },
    requestId: "",
    headers: new Headers(),
    signal: new AbortController().signal,
    now: () => new Date(),
    newId,
    write: { idempotency: null, baseSeq: null, force: false },
    reply: { status: null, tripSeq: null, nextCursor: null },
    via,
    open: null,
  };
}
