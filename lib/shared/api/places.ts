import * as z from "zod";
import { PlaceDto, PlacesQuery, TripPlacesQuery } from "../places.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

export const placesApi = {
  search: endpoint({
    id: "places.search",
    method: "GET",
    path: "/api/places",
    access: "user",
    summary:
      "Places by name, best first; what is pasted is understood without a search. A link that gives no place is refused with the reason in `details.link`.",
    query: PlacesQuery,
    response: z.array(PlaceDto),
    status: 200,
  }),
  searchForTrip: endpoint({
    id: "places.searchForTrip",
    method: "GET",
    path: "/api/trips/{tripId}/places",
    access: "guest",
    summary: "The same, with places near the trip first.",
    params: TripParams,
    query: TripPlacesQuery,
    response: z.array(PlaceDto),
    status: 200,
  }),
};
