import * as z from "zod";
import { SearchHit, SearchQuery } from "../search.ts";
import { endpoint } from "./endpoint.ts";

export const searchApi = {
  find: endpoint({
    id: "search.find",
    method: "GET",
    path: "/api/search",
    access: "user",
    summary: "Trips, stops, reservations and people in the caller's trips, best first.",
    query: SearchQuery,
    response: z.array(SearchHit),
    status: 200,
  }),
};
