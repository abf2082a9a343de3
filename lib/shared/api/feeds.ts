import * as z from "zod";
import { FeedDto, FeedToken, NewFeed } from "../feeds.ts";
import { Id } from "../fields.ts";
import { endpoint } from "./endpoint.ts";
import { FileLanguage } from "./exports.ts";
import { TripParams } from "./params.ts";

export const feedsApi = {
  list: endpoint({
    id: "feeds.list",
    method: "GET",
    path: "/api/trips/{tripId}/feeds",
    access: "viewer",
    summary: "The caller's private calendar addresses of this trip.",
    params: TripParams,
    response: z.array(FeedDto),
    status: 200,
  }),
  create: endpoint({
    id: "feeds.create",
    method: "POST",
    path: "/api/trips/{tripId}/feeds",
    access: "viewer",
    summary: "Make a private address under which calendar apps read the plan.",
    params: TripParams,
    body: NewFeed,
    response: FeedDto,
    status: 201,
  }),
  revoke: endpoint({
    id: "feeds.revoke",
    method: "DELETE",
    path: "/api/trips/{tripId}/feeds/{feedId}",
    access: "viewer",
    summary: "Stop an address of the caller's from working.",
    params: TripParams.extend({ feedId: Id }),
    status: 204,
  }),
  read: endpoint({
    id: "feeds.read",
    method: "GET",
    path: "/api/calendar/{token}",
    access: "public",
    summary: "The plan as iCalendar, for whoever has the address; `.ics` may follow the token.",
    params: z.object({ token: FeedToken }),
    // The query is not strict, because some calendar apps add parameters of their own to the address.
    query: z.object({ lang: FileLanguage.catch(undefined) }),
    download: ["text/calendar; charset=utf-8"],
    status: 200,
  }),
};
