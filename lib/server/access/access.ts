import type { Db } from "#db/client.ts";
import { type AccessRow, selectAccess, selectSessionsAccess } from "#db/queries/access.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { type Role, roleAtLeast } from "#lib/shared/roles.ts";
import type { Ctx } from "../context.ts";
import { latestExpiredStart } from "./session.ts";

/** The caller's role and membership in a trip that the caller may read. */
export interface TripAccess {
  role: Role;
  /** The caller's member id; null for the readers of the demo trip, because they are not members. */
  memberId: string | null;
  isDemo: boolean;
  seq: number;
}

export function requireRole(role: Role, need: Role): void {
  if (roleAtLeast(role, need)) return;
  throw new AppError("FORBIDDEN", `This needs the role ${need}; yours is ${role}. Ask the trip's owner.`, {
    details: { role, need },
  });
}

/** Returns the error GUEST_LIMITED, which refuses an action to a guest without an account. */
export function guestLimited(
  message = "Guests read, vote and comment in one trip. Sign up to do this.",
): AppError {
  return new AppError("GUEST_LIMITED", message);
}

/**
 * Checks that the caller may read the trip in the given role.
 * @throws AppError NOT_FOUND (404) for strangers, and for everyone but the owner of a deleted trip, so that they learn
 * nothing; FORBIDDEN when the role is too low.
 */
export async function requireAccess(ctx: Ctx, tripId: string, need: Role): Promise<TripAccess> {
  const [row] = await selectAccess(ctx.db, { tripId, userId: ctx.viewer.userId });
  const role = row ? readerRole(row) : null;
  if (!row || !role) throw notFound("trip");
  requireRole(role, need);
  return { role, memberId: row.memberId, isDemo: row.isDemo, seq: row.seq };
}

function readerRole({ role, isDemo, isDeleted }: AccessRow): Role | null {
  const reads = role ?? (isDemo ? "viewer" : null);
  return isDeleted && reads !== "owner" ? null : reads;
}

/**
 * Returns those of the given sessions that have not ended and whose user may read the trip, with one query for all of
 * them.
 */
export async function sessionsThatMayRead(
  db: Db,
  tripId: string,
  sessionIds: string[],
  now: Date,
): Promise<Set<string>> {
  const asked = { tripId, sessionIds, now, begunAfter: latestExpiredStart(now) };
  const rows = await selectSessionsAccess(db, asked);
  return new Set(rows.filter((row) => readerRole(row) !== null).map(({ sessionId }) => sessionId));
}

/** Checks access for reads that only members may do. The readers of the demo trip get the same 404 as strangers. */
export async function requireMember(ctx: Ctx, tripId: string, need: Role): Promise<TripAccess> {
  const access = await requireAccess(ctx, tripId, need);
  if (access.memberId === null) throw notFound("trip");
  return access;
}

/** Returns the error for a write by a caller who is no member: DEMO_READ_ONLY for the demo trip, else NOT_FOUND. */
export async function refusalOfStranger(ctx: Ctx, tx: Db, tripId: string): Promise<AppError> {
  const [row] = await selectAccess(tx, { tripId, userId: ctx.viewer.userId });
  if (!row?.isDemo) return notFound("trip");
  return new AppError(
    "DEMO_READ_ONLY",
    "The demo trip can only be read. Create a trip of your own to change things.",
  );
}
