import { assertNever } from "#lib/shared/errors.ts";
import type { TripFile } from "#lib/shared/trip-file.ts";
import type { FoundExpenses } from "../expenses/found-expenses.ts";
import { readExpenses } from "../expenses/read-expenses.ts";
import { type PlacesInto, type PlacesRead, readIntoPlan } from "../read-into-plan.ts";
import { readTripFile } from "../read-trip-file.ts";

/** One file to be read, with the data that its reader needs. */
export type Job =
  | ({ kind: "places" } & PlacesInto)
  | { kind: "expenses"; bytes: Uint8Array; currency: string; days: readonly string[] }
  | { kind: "trip"; bytes: Uint8Array };

export type Kind = Job["kind"];
export type JobOf<K extends Kind> = Extract<Job, { kind: K }>;

/** The result of each kind of job. */
export interface Readings {
  places: PlacesRead;
  expenses: FoundExpenses;
  trip: TripFile;
}
export type Found = Readings[Kind];

/**
 * Reads a file on the calling thread.
 * @throws AppError as the reader of this kind does
 */
export function read(job: Job): Found | Promise<Found> {
  switch (job.kind) {
    case "places":
      return readIntoPlan(job);
    case "expenses":
      return readExpenses(job.bytes, job.currency, job.days);
    case "trip":
      return readTripFile(job.bytes);
    default:
      return assertNever(job);
  }
}
