import { onlyMethod } from "#lib/server/http/only-method.ts";
import { HistoryRequest, readHistory } from "#lib/server/realtime/history.ts";
import { internalRoute } from "#lib/server/realtime/internal.ts";

const pattern = "/api/internal/rooms/{tripId}/events";

/** A trip's room asks for the events that it missed; without `after`, for the newest events. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = onlyMethod(
  "GET",
  internalRoute({ pattern, secret: "REALTIME_SECRET", input: HistoryRequest }, readHistory),
);
