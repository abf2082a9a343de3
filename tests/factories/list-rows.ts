import { v7 as uuidv7 } from "uuid";
import { call } from "#lib/client/base/api.ts";
import { listsApi } from "#lib/shared/api/lists.ts";
import { LIST_RESOURCES, type ListKind } from "#lib/shared/resources/list-resources.ts";
import type { ListPatch, ListRow, NewListRow } from "#lib/shared/resources/list-schemas.ts";
import type { Person } from "./people.ts";
import { as } from "./trips.ts";

/** What tests create of each list resource, with every field, and what they change of it. */
export const LIST_SAMPLES: { readonly [K in ListKind]: { create: NewListRow<K>; update: ListPatch<K> } } = {
  link: {
    create: { title: "Tickets", url: "https://tickets.example/kyoto", notes: "Book early" },
    update: { title: "All tickets", url: "https://tickets.example/all", notes: null },
  },
};

/** Creates a row of a list resource. */
export async function newListRow<K extends ListKind>(
  kind: K,
  by: Person,
  tripId: string,
  overrides: Partial<NewListRow<K>> = {},
): Promise<ListRow<K>> {
  const { list } = LIST_RESOURCES[kind];
  const body = { id: uuidv7(), ...LIST_SAMPLES[kind].create, ...overrides };
  const { data } = await call(listsApi[list].create, { params: { tripId }, body }, as(by));
  // The cast is safe because the endpoint of a kind answers with a row of that kind.
  return data as ListRow<K>;
}
