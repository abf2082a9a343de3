import type { Db } from "#db/client.ts";
import { type AccessRow, selectAccess, selectSessionsAccess } from "#db/queries/access.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { type Role, roleAtLeast } from "#lib/shared/roles.ts";
import type { Ctx } from "./context.ts";
import { firstStart } from "./session.ts";

/** What the caller is in a trip that they may read. */
export interface TripAccess {
  role: Role;
  /** null for the demo trip's readers, who are no members. */
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

/** What guests, who have no account, may not do. */
export function guestLimited(
  message = "Guests read, vote and comment in one trip. Sign up to do this.",
): AppError {
  return new AppError("GUEST_LIMITED", message);
}

/** For reads. Strangers, and everyone but the owner of a deleted trip, learn nothing: 404. */
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

/** Which of these sessions are alive, and of somebody who may read the trip: one question for all of them. */
export async function sessionsThatMayRead(
  db: Db,
  tripId: string,
  sessionIds: string[],
  now: Date,
): Promise<Set<string>> {
  const asked = { tripId, sessionIds, now, begunAfter: firstStart(now) };
  const rows = await selectSessionsAccess(db, asked);
  return new Set(rows.filter((row) => readerRole(row) !== null).map(({ sessionId }) => sessionId));
}

/** For reads that are for members alone: to the demo trip's readers they are absent like to any stranger. */
export async function requireMember(ctx: Ctx, tripId: string, need: Role): Promise<TripAccess> {
  const access = await requireAccess(ctx, tripId, need);
  if (access.memberId === null) throw notFound("trip");
  return access;
}

/** Why a write found no membership: the demo trip says that it is read-only, everything else does not exist. */
export async function refusalOfStranger(ctx: Ctx, tx: Db, tripId: string): Promise<AppError> {
  const [row] = await selectAccess(tx, { tripId, userId: ctx.viewer.userId });
  if (!row?.isDemo) return notFound("trip");
  return new AppError(
    "DEMO_READ_ONLY",
    "The demo trip can only be read. Create a trip of your own to change things.",
  );
}
