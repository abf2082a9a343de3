import { LIST_RESOURCES, type ListName } from "#lib/shared/resources/list-resources.ts";
import type { NewListRow } from "#lib/shared/resources/list-schemas.ts";
import type { ListsOfRows } from "./insert-trip.ts";

type Source = { readonly [Name in ListName]: readonly object[] };

/** Returns the rows of each list resource with new ids, in their order. */
export function copyListRows(source: Source, newId: () => string): ListsOfRows {
  const lists = Object.values(LIST_RESOURCES).map(({ kind, list, fields }) => {
    const rows = source[list].map((row) => ({
      id: newId(),
      ...Object.fromEntries(fields.map((name) => [name, Reflect.get(row, name)])),
    }));
    return [kind, rows as (NewListRow & { id: string })[]];
  });
  // The cast is safe because there is one entry for each kind.
  return Object.fromEntries(lists) as ListsOfRows;
}
