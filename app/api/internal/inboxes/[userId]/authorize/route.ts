import { onlyMethod } from "#lib/server/http/only-method.ts";
import { authorizeInboxSocket, InboxSocketQuestion } from "#lib/server/notifications/inbox-room.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";

const pattern = "/api/internal/inboxes/{userId}/authorize";

/** A person's room asks whether a native client's bearer token is theirs. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod(
  "POST",
  internalRoute({ pattern, secret: "REALTIME_SECRET", input: InboxSocketQuestion }, authorizeInboxSocket),
);
