import { LIST_KINDS, type ListKind } from "#lib/shared/resources/list-resources.ts";
import type { ListMove, ListPatch, ListRow, NewListRow } from "#lib/shared/resources/list-schemas.ts";
import { newId } from "./ids.ts";
import { type ListAction, listAction } from "./list-writes.ts";
import type { WriteAnswer } from "./notices.ts";
import type { TripStore } from "./trip-store.ts";
import type { EditOptions } from "./write.ts";
import { makeWrite } from "./write-kinds.ts";

/** The actions of all list resources, such as `addLink`. Pass `id: newId()` to refer to a row before it is saved. */
export type ListActions = {
  [K in ListKind as ListAction<"add", K>]: (input: NewListRow<K>) => Promise<WriteAnswer<ListRow<K>>>;
} & {
  [K in ListKind as ListAction<"update", K>]: (
    id: string,
    patch: ListPatch<K>,
    options?: EditOptions,
  ) => Promise<WriteAnswer<ListRow<K>>>;
} & {
  [K in ListKind as ListAction<"move", K>]: (id: string, to: ListMove) => Promise<WriteAnswer<ListRow<K>>>;
} & {
  [K in ListKind as ListAction<"delete", K>]: (id: string) => Promise<WriteAnswer<undefined>>;
} & {
  [K in ListKind as ListAction<"restore", K>]: (row: ListRow<K>) => Promise<WriteAnswer<ListRow<K>>>;
};

export function createListActions(store: TripStore): ListActions {
  const entries = LIST_KINDS.flatMap((kind) => [
    [
      listAction("add", kind),
      (input: NewListRow) =>
        store.submit(makeWrite(listAction("add", kind), store.id, { ...input, id: input.id ?? newId() })),
    ],
    [
      listAction("update", kind),
      (id: string, patch: ListPatch, options: EditOptions = {}) =>
        store.submit(makeWrite(listAction("update", kind), store.id, id, patch, options)),
    ],
    [
      listAction("move", kind),
      (id: string, to: ListMove) => store.submit(makeWrite(listAction("move", kind), store.id, id, to)),
    ],
    [
      listAction("delete", kind),
      (id: string) => store.submit(makeWrite(listAction("delete", kind), store.id, id)),
    ],
    [
      listAction("restore", kind),
      (row: ListRow) => store.submit(makeWrite(listAction("restore", kind), store.id, row)),
    ],
  ]);
  // The cast is safe because there is an action for each verb of each kind.
  return Object.fromEntries(entries) as ListActions;
}
