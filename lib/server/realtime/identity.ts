import * as z from "zod";
import type { Db } from "#db/client.ts";
import { selectAccess } from "#db/queries/access.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { Id } from "#lib/shared/fields.ts";
import type { SocketIdentity } from "#lib/shared/protocol.ts";
import { freshDatabase } from "../database.ts";
import { findSession, type Viewer } from "../session.ts";

/** Pictures longer than this stay out of tickets, which travel in an address; clients know them from the members. */
const MAX_IMAGE = 512;

/** Who a socket of this session speaks for. @throws AppError NOT_FOUND when the trip is closed to them */
export async function requireIdentity(db: Db, viewer: Viewer, tripId: string): Promise<SocketIdentity> {
  const { userId, sessionId, user } = viewer;
  const [row] = await selectAccess(db, { tripId, userId });
  // Readers of the demo trip are strangers to each other: like guests, they are shown to no one.
  const role = row?.role ?? (row?.isDemo && !user.isAnonymous ? "guest" : null);
  if (!row || role === null || (row.isDeleted && role !== "owner")) throw notFound("trip");
  const image = user.image !== null && user.image.length <= MAX_IMAGE ? user.image : null;
  return { tripId, sessionId, userId, role, name: user.name, image };
}

export const SocketQuestion = z.object({ tripId: Id, token: z.string().min(1).max(4096) });

/** For the room: whose bearer token this is. @throws AppError UNAUTHENTICATED, NOT_FOUND */
export async function authorizeSocket({
  tripId,
  token,
}: z.output<typeof SocketQuestion>): Promise<SocketIdentity> {
  const db = freshDatabase();
  const viewer = await findSession(db, new Headers({ authorization: `Bearer ${token}` }));
  if (!viewer) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  return requireIdentity(db, viewer, tripId);
}
