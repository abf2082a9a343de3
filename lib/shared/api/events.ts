import * as z from "zod";
import { EventPage } from "../events.ts";
import { UndoResult } from "../undo.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

export const eventsApi = {
  list: endpoint({
    id: "events.list",
    method: "GET",
    path: "/api/trips/{tripId}/events",
    access: "guest",
    summary: "The trip's history after a seq, oldest first.",
    params: TripParams,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    response: EventPage,
    status: 200,
  }),
  undo: endpoint({
    id: "events.undo",
    method: "POST",
    path: "/api/trips/{tripId}/events/{seq}/undo",
    access: "guest",
    summary:
      "Undo the whole group of an event. What was changed since stays and is named; 409 where that is all of it.",
    params: TripParams.extend({ seq: z.coerce.number().int().min(1).max(2_147_483_647) }),
    response: UndoResult,
    status: 200,
  }),
};
