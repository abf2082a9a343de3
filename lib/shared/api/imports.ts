import type { Upload } from "./endpoint.ts";
import { ExpenseImportPreview, ExpenseImportQuery, ExpenseImportResult } from "../expense-imports.ts";
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
    "application/geo+json",
    "application/zip",
    "text/csv",
  ],
};
const tripUpload: Upload = { ...upload, types: ["application/json"] };
const expensesUpload: Upload = { ...upload, types: ["text/csv"] };

export const importsApi = {
  preview: endpoint({
    id: "imports.preview",
    method: "POST",
    path: "/api/trips/{tripId}/import/preview",
    access: "editor",
    summary:
      "What a file of places (GPX, KML, KMZ, GeoJSON, Google Takeout, CSV with coordinates, Wayfare) would add to the plan, " +
      "and what of it would not arrive.",
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
  previewExpenses: endpoint({
    id: "imports.previewExpenses",
    method: "POST",
    path: "/api/trips/{tripId}/import/expenses/preview",
    access: "editor",
    summary: "What a CSV of Splitwise or SplitPro would add to the expenses, and who is in it.",
    params: TripParams,
    upload: expensesUpload,
    response: ExpenseImportPreview,
    status: 200,
  }),
  createExpenses: endpoint({
    id: "imports.createExpenses",
    method: "POST",
    path: "/api/trips/{tripId}/import/expenses",
    access: "editor",
    summary:
      "Add the file's expenses and settlements, all or none; those that are there already are skipped.",
    params: TripParams,
    query: ExpenseImportQuery,
    upload: expensesUpload,
    response: ExpenseImportResult,
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
