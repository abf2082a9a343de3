import { assertNever } from "#lib/shared/errors.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import type { FoundExpenses } from "../expenses/found-expenses.ts";
import { readExpenses } from "../expenses/read-expenses.ts";
import {
  type PlacesImportInput,
  type PlacesImportResult,
  readPlacesForPlan,
} from "../read-places-for-plan.ts";
import { readTripFile } from "../read-trip-file.ts";

/** One file to be read, with the data that its reader needs. */
export type ReadTask =
  | ({ kind: "places" } & PlacesImportInput)
  | { kind: "expenses"; bytes: Uint8Array; currency: string; days: readonly string[] }
  | { kind: "trip"; bytes: Uint8Array };

export type ReadTaskKind = ReadTask["kind"];
export type ReadTaskOf<K extends ReadTaskKind> = Extract<ReadTask, { kind: K }>;

/** The result of each kind of job. */
export interface ReadResults {
  places: PlacesImportResult;
  expenses: FoundExpenses;
  trip: TripFile;
}
export type ReadResult = ReadResults[ReadTaskKind];

/**
 * Reads a file on the calling thread.
 * @throws AppError as the reader of this kind does
 */
export function runReadTask(job: ReadTask): ReadResult | Promise<ReadResult> {
  switch (job.kind) {
    case "places":
      return readPlacesForPlan(job);
    case "expenses":
      return readExpenses(job.bytes, job.currency, job.days);
    case "trip":
      return readTripFile(job.bytes);
    default:
      return assertNever(job);
  }
}
