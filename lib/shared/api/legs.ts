import { DayLegs, OptimizedDay } from "../day-legs.ts";
import { Id } from "../fields.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const ofDay = {
  params: TripParams.extend({ dayId: Id }),
  access: "guest",
  method: "GET",
  status: 200,
} as const;

export const legsApi = {
  list: endpoint({
    ...ofDay,
    id: "legs.list",
    path: "/api/trips/{tripId}/days/{dayId}/legs",
    summary: "The ways between a day's stops, by the routing server or estimated.",
    response: DayLegs,
  }),
  optimized: endpoint({
    ...ofDay,
    id: "legs.optimized",
    path: "/api/trips/{tripId}/days/{dayId}/legs/optimized",
    summary: "An order of a day's stops that takes less time on the way; nothing is changed.",
    response: OptimizedDay,
  }),
};
