import type { ImportInto } from "#lib/shared/imports.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { chooseCollections, collectionsOf } from "./choose-collections.ts";
import { expectedDays } from "./expected-days.ts";
import type { ParsedFile } from "./found-place.ts";
import type { CurrentPlan } from "./match-plan.ts";
import { readPlaces } from "./read-places.ts";
import { type SortedPlaces, sortPlaces } from "./sort-places.ts";

/** A file of places, and the plan into which it is imported. */
export interface PlacesImportInput {
  bytes: Uint8Array;
  /** The plan, by which the reader finds the places that exist already. */
  plan: CurrentPlan & Pick<TripDto, "timezone">;
  into: ImportInto;
  /** Comma-separated ids of the lists to import; absent: all lists. */
  collections?: string | undefined;
}

export interface PlacesImportResult {
  /** The file with the places of the chosen lists only. */
  file: ParsedFile;
  sorted: SortedPlaces;
  /** All lists of the file from which the user can choose. */
  collections: ReturnType<typeof collectionsOf>;
}

/**
 * Finds out which places of a file are new to a plan, and to which day they are added.
 * @throws AppError as {@link readPlaces} does
 */
export async function readPlacesForPlan({
  bytes,
  plan,
  into,
  collections,
}: PlacesImportInput): Promise<PlacesImportResult> {
  const expected = expectedDays(plan.days.map(({ date }) => date));
  const whole = await readPlaces(bytes, plan.timezone, expected);
  const file = chooseCollections(whole, collections);
  return { file, sorted: sortPlaces(file, plan, into), collections: collectionsOf(whole) };
}
