import type { ImportInto } from "#lib/shared/imports.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { chooseCollections, collectionsOf } from "./choose-collections.ts";
import { expectedDays } from "./expected-days.ts";
import type { ReadFile } from "./found-place.ts";
import type { PlanNow } from "./match-plan.ts";
import { readPlaces } from "./read-places.ts";
import { type SortedPlaces, sortPlaces } from "./sort-places.ts";

/** A file of places, and the plan that it goes into. */
export interface PlacesInto {
  bytes: Uint8Array;
  /** What of the plan tells which places are there already. */
  plan: PlanNow & Pick<TripDto, "timezone">;
  into: ImportInto;
  /** Ids of the lists to take, with commas; absent: all. */
  collections?: string | undefined;
}

export interface PlacesRead {
  /** With the places of the chosen lists alone. */
  file: ReadFile;
  sorted: SortedPlaces;
  /** All lists to choose among. */
  collections: ReturnType<typeof collectionsOf>;
}

/** What of a file is new to a plan, and where it goes. @throws AppError as {@link readPlaces} does */
export async function readIntoPlan({ bytes, plan, into, collections }: PlacesInto): Promise<PlacesRead> {
  const expected = expectedDays(plan.days.map(({ date }) => date));
  const whole = await readPlaces(bytes, plan.timezone, expected);
  const file = chooseCollections(whole, collections);
  return { file, sorted: sortPlaces(file, plan, into), collections: collectionsOf(whole) };
}
