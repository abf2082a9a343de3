import type { Upload } from "./endpoint.ts";
import { MAX_IMPORT_BYTES } from "../import-limits.ts";
import { ImportPreview, ImportQuery, ImportResult, NewTripQuery, TripFilePreview } from "../imports.ts";
import { TripDto } from "../trips.ts";
import { endpoint } from "./endpoint.ts";
import { TripParams } from "./params.ts";

const upload: Upload = {
  field: "file",
  maxBytes: MAX_IMPORT_BYTES,
  types: [
    "application/json",
    "application/gpx+xml",
    "application/vnd.google-earth.kml+xml",
    "application/vnd.google-earth.kmz",
    "text/csv",
  ],
};
const tripUpload: Upload = { ...upload, types: ["application/json"] };

export const importsApi = {
  preview: endpoint({
    id: "imports.preview",
    method: "POST",
    path: "/api/trips/{tripId}/import/preview",
    access: "editor",
    summary: "What a GPX, KML, KMZ, Google Takeout CSV or Wayfare file would add to the plan.",
    params: TripParams,
    query: ImportQuery,
    upload,
    response: ImportPreview,
    status: 200,
  }),
  create: endpoint({
    id: "imports.create",
    method: "POST",
    path: "/api/trips/{tripId}/import",
    access: "editor",
    summary: "Add the file's places to the plan, all or none; those that the plan has already are skipped.",
    params: TripParams,
    query: ImportQuery,
    upload,
    response: ImportResult,
    status: 200,
  }),
  previewTrip: endpoint({
    id: "imports.previewTrip",
    method: "POST",
    path: "/api/trips/import/preview",
    access: "user",
    summary: "What a trip's file holds.",
    upload: tripUpload,
    response: TripFilePreview,
    status: 200,
  }),
  createTrip: endpoint({
    id: "imports.createTrip",
    method: "POST",
    path: "/api/trips/import",
    access: "user",
    summary: "Make a trip of the caller's from the file of another one (format json of the export).",
    query: NewTripQuery,
    upload: tripUpload,
    response: TripDto,
    status: 201,
  }),
};
