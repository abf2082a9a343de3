import { DayDto, DayPatch } from "../days.ts";
import { Id } from "../fields.ts";
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
};
