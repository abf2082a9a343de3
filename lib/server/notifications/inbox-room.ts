import * as z from "zod";
import { openInboxRoom } from "#db/queries/inbox-rooms.ts";
import { selectInboxState } from "#db/queries/notifications.ts";
import { AppError, notFound } from "#lib/shared/errors.ts";
import { Id } from "#lib/shared/fields.ts";
import type { InboxIdentity, InboxState } from "#lib/shared/protocol.ts";
import { freshDatabase } from "../process/database.ts";
import { findSession } from "../access/session.ts";

export const InboxRequest = z.object({ userId: Id });

/**
 * Returns the state of the inbox to a user's room, which from now on is notified of every change.
 * @throws AppError NOT_FOUND
 */
export async function openInbox({ userId }: z.output<typeof InboxRequest>): Promise<InboxState> {
  const db = freshDatabase();
  const [room] = await openInboxRoom(db, { userId });
  if (!room) throw notFound("user");
  const [state] = await selectInboxState(db, { userId });
  if (!state) throw new Error("A select without a table returned no row.");
  return state;
}

export const InboxSocketRequest = z.object({ userId: Id, token: z.string().min(1).max(4096) });

/**
 * Checks for a user's room that a bearer token belongs to the user.
 * @throws AppError UNAUTHENTICATED, NOT_FOUND
 */
export async function authorizeInboxSocket({
  userId,
  token,
}: z.output<typeof InboxSocketRequest>): Promise<InboxIdentity> {
  const viewer = await findSession(freshDatabase(), new Headers({ authorization: `Bearer ${token}` }));
  if (!viewer) throw new AppError("UNAUTHENTICATED", "Sign in first.");
  if (viewer.userId !== userId) throw notFound("user");
  return { userId, sessionId: viewer.sessionId };
}
