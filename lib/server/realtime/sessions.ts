import type * as z from "zod";
import { selectLiveSessions } from "#db/queries/access.ts";
import { Id } from "#lib/shared/fields.ts";
import { type EndedSessions, SessionsRequest } from "#lib/shared/protocol.ts";
import { sessionsThatMayRead } from "../access/access.ts";
import { freshDatabase } from "../process/database.ts";
import { latestExpiredStart } from "../access/session.ts";

export const TripSessionsRequest = SessionsRequest.extend({ tripId: Id });
export const InboxSessionsRequest = SessionsRequest.extend({ userId: Id });

/**
 * Tells a trip's room which sockets it must close, because their session has ended or the user may no longer read the
 * trip.
 */
export async function endedTripSessions({
  tripId,
  sessionIds,
}: z.output<typeof TripSessionsRequest>): Promise<EndedSessions> {
  const mayRead = await sessionsThatMayRead(freshDatabase(), tripId, sessionIds, new Date());
  return { ended: sessionIds.filter((id) => !mayRead.has(id)) };
}

/** Tells a user's room which sockets it must close. */
export async function endedInboxSessions({
  userId,
  sessionIds,
}: z.output<typeof InboxSessionsRequest>): Promise<EndedSessions> {
  const now = new Date();
  const rows = await selectLiveSessions(freshDatabase(), {
    userId,
    sessionIds,
    now,
    begunAfter: latestExpiredStart(now),
  });
  const live = new Set(rows.map(({ sessionId }) => sessionId));
  return { ended: sessionIds.filter((id) => !live.has(id)) };
}
