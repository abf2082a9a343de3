import { onlyMethod } from "#lib/server/http/only-method.ts";
import { InboxRequest, openInbox } from "#lib/server/notifications/inbox-room.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";

const pattern = "/api/internal/inboxes/{userId}";

/** The endpoint from which a user's room reads the state of the user's inbox. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod(
  "GET",
  internalRoute({ pattern, secret: "REALTIME_SECRET", input: InboxRequest }, openInbox),
);
