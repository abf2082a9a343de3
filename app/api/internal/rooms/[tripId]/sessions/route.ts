import { onlyMethod } from "#lib/server/http/only-method.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";
import { endedTripSessions, TripSessionsRequest } from "#lib/server/realtime/sessions.ts";

const pattern = "/api/internal/rooms/{tripId}/sessions";

/** A trip's room asks which sessions of its sockets have ended. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod(
  "POST",
  internalRoute({ pattern, secret: "REALTIME_SECRET", input: TripSessionsRequest }, endedTripSessions),
);
