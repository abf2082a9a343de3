import { onlyMethod } from "#lib/server/http/only-method.ts";
import { authorizeSocket, SocketRequest } from "#lib/server/realtime/identity.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";

const pattern = "/api/internal/rooms/{tripId}/authorize";

/** A trip's room asks to which user the bearer token of a native client belongs. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod(
  "POST",
  internalRoute({ pattern, secret: "REALTIME_SECRET", input: SocketRequest }, authorizeSocket),
);
