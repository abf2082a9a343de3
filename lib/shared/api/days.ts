import * as z from "zod";
import { DayDto, DayPatch } from "../days.ts";
import { Id } from "../fields.ts";
import { DayStops, StopFields } from "../stops.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

export const daysApi = {
  update: endpoint({
    id: "days.update",
    method: "PATCH",
    path: "/api/trips/{tripId}/days/{dayId}",
    access: "editor",
    summary: "Change a day's title, notes or zone.",
    params: TripParams.extend({ dayId: Id }),
    body: DayPatch,
    response: DayDto,
    status: 200,
  }),
  order: endpoint({
    id: "days.order",
    method: "PUT",
    path: "/api/trips/{tripId}/days/{dayId}/order",
    access: "editor",
    summary:
      "Put a day's stops in another order, all in one write; 409 where other stops are on it by now, or where one of them was moved after `X-Base-Seq`.",
    params: TripParams.extend({ dayId: Id }),
    body: DayStops,
    response: z.array(StopFields),
    status: 200,
  }),
};
