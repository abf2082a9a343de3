import * as z from "zod";
import type { Db } from "#db/client.ts";
import { selectAccess } from "#db/queries/access.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { Id } from "#lib/shared/fields.ts";
import type { SocketIdentity } from "#lib/shared/protocol.ts";
import { freshDatabase } from "../process/database.ts";
import { findSession, type Viewer } from "../access/session.ts";

/**
 * The longest picture URL in a ticket, because a ticket is part of a URL; clients know the other pictures from the list
 * of members.
 */
const MAX_IMAGE = 512;

/**
 * Returns the identity of a socket that this session opens.
 * @throws AppError NOT_FOUND when the user may not read the trip
 */
export async function requireIdentity(db: Db, viewer: Viewer, tripId: string): Promise<SocketIdentity> {
  const { userId, sessionId, user } = viewer;
  const [row] = await selectAccess(db, { tripId, userId });
  // Readers of the demo trip do not know each other, so presence shows them to nobody, like guests.
  const role = row?.role ?? (row?.isDemo && !user.isAnonymous ? "guest" : null);
  if (!row || role === null || (row.isDeleted && role !== "owner")) throw notFound("trip");
  const image = user.image !== null && user.image.length <= MAX_IMAGE ? user.image : null;
  return { tripId, sessionId, userId, role, name: user.name, image };
}

export const SocketRequest = z.object({ tripId: Id, token: z.string().min(1).max(4096) });

/**
 * Returns to a room the identity of a bearer token.
 * @throws AppError UNAUTHENTICATED, NOT_FOUND
 */
export async function authorizeSocket({
  tripId,
  token,
}: z.output<typeof SocketRequest>): Promise<SocketIdentity> {
  const db = freshDatabase();
  const viewer = await findSession(db, new Headers({ authorization: `Bearer ${token}` }));
  if (!viewer) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  return requireIdentity(db, viewer, tripId);
}
