import type { ExpenseImportPreview, ExpenseImportResult } from "#lib/shared/expense-imports.ts";
import type { ImportPreview, ImportResult, TripFilePreview } from "#lib/shared/imports.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type Called, call } from "../base/api.ts";
import type { IdempotentCreate } from "../base/idempotent-creates.ts";
import { importsApi } from "../base/operations.ts";
import type { PlacesRequest } from "./places-import.ts";
import { uploadingFetch } from "../base/uploading-fetch.ts";

export interface Sending {
  signal: AbortSignal;
  /** Gets the sent part of the file, from 0 to 1. */
  onProgress: (share: number) => void;
}

type PlacesFile = PlacesRequest & { tripId: string };

interface ExpensesFile {
  tripId: string;
  file: File;
}

export async function previewExpenses(
  { tripId, file }: ExpensesFile,
  { signal, onProgress }: Sending,
): Promise<ExpenseImportPreview> {
  const input = { params: { tripId }, file };
  return (await call(importsApi.previewExpenses, input, { signal, fetch: uploadingFetch(onProgress) })).data;
}

/** A repeat with the same attempt is the same import. */
export function importExpenses(
  {
    tripId,
    file,
    query,
  }: ExpensesFile & { query: { people: string; known: "skip" | "add"; rates?: string; ratesTo?: string } },
  { key: idempotencyKey }: IdempotentCreate,
  { signal, onProgress }: Sending,
): Promise<Called<ExpenseImportResult>> {
  const input = { params: { tripId }, query, file };
  const fetch = uploadingFetch(onProgress);
  return call(importsApi.createExpenses, input, { signal, idempotencyKey, fetch });
}

/** All functions of this module throw ApiError, ConnectionError, or the signal's reason. */
export async function previewPlaces(
  { tripId, file, into, collections }: PlacesFile,
  { signal, onProgress }: Sending,
): Promise<ImportPreview> {
  const input = { params: { tripId }, query: { into, collections }, file };
  return (await call(importsApi.preview, input, { signal, fetch: uploadingFetch(onProgress) })).data;
}

/** A repeat with the same attempt is the same import. */
export function importPlaces(
  { tripId, file, into, collections }: PlacesFile,
  { key: idempotencyKey }: IdempotentCreate,
  { signal, onProgress }: Sending,
): Promise<Called<ImportResult>> {
  const input = { params: { tripId }, query: { into, collections }, file };
  return call(importsApi.create, input, { signal, idempotencyKey, fetch: uploadingFetch(onProgress) });
}

export async function previewTripFile(file: File, { signal, onProgress }: Sending): Promise<TripFilePreview> {
  const fetch = uploadingFetch(onProgress);
  return (await call(importsApi.previewTrip, { file }, { signal, fetch })).data;
}

/** A repeat with the same attempt creates the same trip. */
export async function importTripFile(
  file: File,
  { id, key: idempotencyKey }: IdempotentCreate,
  { signal, onProgress }: Sending,
): Promise<TripDto> {
  const fetch = uploadingFetch(onProgress);
  return (await call(importsApi.createTrip, { query: { id }, file }, { signal, idempotencyKey, fetch })).data;
}
