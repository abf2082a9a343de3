import { onlyMethod } from "#lib/server/http/only-method.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";
import { endedInboxSessions, InboxSessionsRequest } from "#lib/server/realtime/sessions.ts";

const pattern = "/api/internal/inboxes/{userId}/sessions";

/** The endpoint from which a user's room learns which sessions of its sockets have ended. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod(
  "POST",
  internalRoute({ pattern, secret: "REALTIME_SECRET", input: InboxSessionsRequest }, endedInboxSessions),
);
