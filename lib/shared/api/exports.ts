import * as z from "zod";
import { EXPORT_FORMATS } from "../export-formats.ts";
import { FeedScope } from "../feeds.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

/** Languages of the labels that an exported file contains beside the trip's own texts. */
export const FileLanguage = z.enum(["en", "zh"]).optional().meta({ description: "absent: the request's" });

export const exportsApi = {
  read: endpoint({
    id: "exports.read",
    method: "GET",
    path: "/api/trips/{tripId}/export",
    access: "viewer",
    summary:
      "The trip as a file: json holds all of it and can be imported again, the others what they can say; expenses is a CSV of the money.",
    params: TripParams,
    query: z.strictObject({
      format: z.enum(EXPORT_FORMATS),
      scope: FeedScope.optional().meta({ description: "of ics: all, or what the caller takes part in" }),
      lang: FileLanguage,
    }),
    download: [
      "application/json",
      "text/calendar; charset=utf-8",
      "application/gpx+xml; charset=utf-8",
      "application/vnd.google-earth.kml+xml; charset=utf-8",
      "text/csv; charset=utf-8",
    ],
    status: 200,
  }),
};
