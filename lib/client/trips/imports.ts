import type { ExpenseImportPreview, ExpenseImportResult } from "#lib/shared/expense-imports.ts";
import type { ImportPreview, ImportResult, TripFilePreview } from "#lib/shared/imports.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { type CallResult, call } from "../base/api.ts";
import type { IdempotentCreate } from "../base/idempotent-creates.ts";
import { importsApi } from "../base/operations.ts";
import type { PlacesRequest } from "./places-import.ts";
import { fetchWithProgress } from "../base/uploading-fetch.ts";

export interface UploadOptions {
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
  { signal, onProgress }: UploadOptions,
): Promise<ExpenseImportPreview> {
  const input = { params: { tripId }, file };
  return (await call(importsApi.previewExpenses, input, { signal, fetch: fetchWithProgress(onProgress) }))
    .data;
}

/** A repeat with the same attempt is the same import. */
export function importExpenses(
  {
    tripId,
    file,
    query,
  }: ExpensesFile & { query: { people: string; known: "skip" | "add"; rates?: string; ratesTo?: string } },
  { key: idempotencyKey }: IdempotentCreate,
  { signal, onProgress }: UploadOptions,
): Promise<CallResult<ExpenseImportResult>> {
  const input = { params: { tripId }, query, file };
  const fetch = fetchWithProgress(onProgress);
  return call(importsApi.createExpenses, input, { signal, idempotencyKey, fetch });
}

/** All functions of this module throw ApiError, ConnectionError, or the signal's reason. */
export async function previewPlaces(
  { tripId, file, into, collections }: PlacesFile,
  { signal, onProgress }: UploadOptions,
): Promise<ImportPreview> {
  const input = { params: { tripId }, query: { into, collections }, file };
  return (await call(importsApi.preview, input, { signal, fetch: fetchWithProgress(onProgress) })).data;
}

/** A repeat with the same attempt is the same import. */
export function importPlaces(
  { tripId, file, into, collections }: PlacesFile,
  { key: idempotencyKey }: IdempotentCreate,
  { signal, onProgress }: UploadOptions,
): Promise<CallResult<ImportResult>> {
  const input = { params: { tripId }, query: { into, collections }, file };
  return call(importsApi.create, input, { signal, idempotencyKey, fetch: fetchWithProgress(onProgress) });
}

export async function previewTripFile(
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<TripFilePreview> {
  const fetch = fetchWithProgress(onProgress);
  return (await call(importsApi.previewTrip, { file }, { signal, fetch })).data;
}

/** A repeat with the same attempt creates the same trip. */
export async function importTripFile(
  file: File,
  { id, key: idempotencyKey }: IdempotentCreate,
  { signal, onProgress }: UploadOptions,
): Promise<TripDto> {
  const fetch = fetchWithProgress(onProgress);
  return (await call(importsApi.createTrip, { query: { id }, file }, { signal, idempotencyKey, fetch })).data;
}
