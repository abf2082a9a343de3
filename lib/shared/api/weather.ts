import { TripWeather } from "../weather.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

export const weatherApi = {
  ofTrip: endpoint({
    id: "weather.ofTrip",
    method: "GET",
    path: "/api/trips/{tripId}/weather",
    access: "guest",
    summary: "The weather of a trip's days: the forecast of the next 16 days, else what is usual there.",
    params: TripParams,
    response: TripWeather,
    status: 200,
  }),
};
