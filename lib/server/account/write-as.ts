import { newId } from "#lib/server/process/new-id.ts";
import type { Database } from "#db/client.ts";
import { lockTripUnchecked } from "#db/queries/write.ts";
import type { Ctx } from "../context.ts";
import { commitWrite, openWrite, type TripWrite } from "../writes/write.ts";

/** A user id for writes of the service itself, where a type requires one; no row is written with it. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Thrown when the trip was purged before the write could start. */
class TripGone extends Error {}

/**
 * Runs a write of the service for a user whose account changes: no role is required, and archived and deleted trips
 * accept it. Otherwise it is an ordinary write: locked, logged and published. Without a user, its events belong to the
 * service.
 * @returns null when the trip does not exist
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

/** Builds the context of a write without a request; of the viewer, a write only needs the user id for its events. */
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
