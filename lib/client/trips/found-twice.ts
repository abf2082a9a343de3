import type { ImportPreview } from "#lib/shared/imports.ts";
import { cellOf, cellsAround, isSameById, isSameSpot } from "#lib/shared/same-spot.ts";

export type FoundRow = ImportPreview["added"][number];

/**
 * Takes the places of several files, in the order in which the files are added. Returns for each file the places that
 * an earlier file already adds.
 */
export function findRepeatedPlaces(files: ReadonlyArray<readonly FoundRow[]>): Array<ReadonlySet<FoundRow>> {
  const earlier = new Map<string, FoundRow[]>();
  return files.map((rows) => {
    const repeated = repeatedIn(rows, earlier);
    for (const row of rows)
      if (!repeated.has(row)) for (const key of keysOf(row, cellHere)) put(earlier, key, row);
    return repeated;
  });
}

/** Each earlier place matches at most one place of the file; a place with the same name is preferred. */
function repeatedIn(rows: readonly FoundRow[], earlier: ReadonlyMap<string, FoundRow[]>): Set<FoundRow> {
  const repeated = new Set<FoundRow>();
  const taken = new Set<FoundRow>();
  for (const isByName of [true, false]) {
    for (const row of rows) {
      if (repeated.has(row)) continue;
      const near = keysOf(row, cellsAround).flatMap((key) => earlier.get(key) ?? []);
      const same = near.find(
        (each) => !taken.has(each) && (!isByName || each.name === row.name) && isSame(row, each),
      );
      if (!same) continue;
      repeated.add(row);
      taken.add(same);
    }
  }
  return repeated;
}

/**
 * Whether two rows are the same place, by the rules by which the service recognises a place that the plan already has:
 * see `lib/server/imports/same-place.ts`.
 */
function isSame(row: FoundRow, earlier: FoundRow): boolean {
  const isIdea = row.dayId === null && earlier.date === null;
  if (row.date !== null && row.date !== earlier.date && !isIdea) return false;
  const byId = isSameById(row.ids ?? [], earlier.ids ?? []);
  if (byId !== null) return byId;
  const [here, there] = [pointOf(row), pointOf(earlier)];
  if (here && there) return isSameSpot(here, there);
  return row.likeness !== undefined && row.likeness === earlier.likeness;
}

function pointOf({ lat, lng }: FoundRow) {
  return lat === null || lng === null ? null : { lat, lng };
}

function keysOf(row: FoundRow, cells: typeof cellsAround): string[] {
  const { ids = [], likeness } = row;
  const point = pointOf(row);
  return [...ids, ...(likeness === undefined ? [] : [likeness]), ...(point ? cells(point) : [])];
}

function cellHere(point: { lat: number; lng: number }): string[] {
  return [cellOf(point)];
}

function put(map: Map<string, FoundRow[]>, key: string, row: FoundRow): void {
  const list = map.get(key);
  if (list) list.push(row);
  else map.set(key, [row]);
}
