import * as z from "zod";
import { StreetImageDto, StreetViewQuery, StreetViewResult, ViewerConfig } from "../street-view.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const ImageParams = TripParams.extend({ imageId: z.string().max(300) });
const read = { method: "GET", access: "guest", status: 200 } as const;

export const streetViewApi = {
  search: endpoint({
    ...read,
    feature: "streetView",
    id: "streetView.search",
    path: "/api/trips/{tripId}/street-view/images",
    summary:
      "Street photos around a point, nearest first, for the trip's members alone; 404 `STREET_VIEW_DISABLED` where it is off.",
    params: TripParams,
    query: StreetViewQuery,
    response: StreetViewResult,
  }),
  get: endpoint({
    ...read,
    feature: "streetView",
    id: "streetView.get",
    path: "/api/trips/{tripId}/street-view/images/{imageId}",
    summary: "One of them, for members.",
    params: ImageParams,
    response: StreetImageDto,
  }),
  preview: endpoint({
    ...read,
    feature: "streetView",
    id: "streetView.preview",
    path: "/api/trips/{tripId}/street-view/images/{imageId}/preview",
    summary: "The photo, for members, at most 2 MiB; browsers may keep it for 15 minutes.",
    params: ImageParams,
    download: ["image/jpeg", "image/png", "image/webp"],
  }),
  viewerConfig: endpoint({
    ...read,
    id: "streetView.viewerConfig",
    path: "/api/trips/{tripId}/street-view/viewer-config",
    summary: "What a viewer needs to know, for members; `enabled: false` where street view is off.",
    params: TripParams,
    response: ViewerConfig,
  }),
};
