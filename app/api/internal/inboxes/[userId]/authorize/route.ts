import { onlyMethod } from "#lib/server/http/only-method.ts";
import { authorizeInboxSocket, InboxSocketRequest } from "#lib/server/notifications/inbox-room.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";

const pattern = "/api/internal/inboxes/{userId}/authorize";

/** The endpoint at which a user's room checks whether the bearer token of a native client belongs to the user. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod(
  "POST",
  internalRoute({ pattern, secret: "REALTIME_SECRET", input: InboxSocketRequest }, authorizeInboxSocket),
);
