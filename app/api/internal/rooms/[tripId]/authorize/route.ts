import { authorizeSocket, SocketQuestion } from "#lib/server/realtime/identity.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";

const pattern = "/api/internal/rooms/{tripId}/authorize";

/** A room asks who a native client's bearer token is. */
export const POST = internalRoute(
  { pattern, secret: "REALTIME_SECRET", input: SocketQuestion },
  authorizeSocket,
);
