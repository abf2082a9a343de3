import { TicketDto } from "../protocol.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

export const realtimeApi = {
  ticket: endpoint({
    id: "realtime.ticket",
    method: "POST",
    path: "/api/trips/{tripId}/realtime/ticket",
    access: "guest",
    summary: "A single-use ticket for the trip's WebSocket, valid for 60 seconds.",
    params: TripParams,
    response: TicketDto,
    status: 200,
  }),
};
