import { LIST_KINDS, type ListKind } from "#lib/shared/resources/list-resources.ts";
import type { ListMove, ListPatch, ListRow, NewListRow } from "#lib/shared/resources/list-schemas.ts";
import { newId } from "../base/ids.ts";
import { LIST_VERBS, type ListAction, listActionName } from "../writes/list-writes.ts";
import type { WriteAnswer } from "../writes/notices.ts";
import type { TripStore } from "../sync/trip-store.ts";
import type { EditOptions, Write } from "../writes/write.ts";
import { makeWrite } from "../writes/write-kinds.ts";

/** The actions of a list resource, by their verbs; without `K`, of any. */
interface ActionsOf<K extends ListKind = ListKind> {
  add: (input: NewListRow<K>) => Promise<WriteAnswer<ListRow<K>>>;
  update: (id: string, patch: ListPatch<K>, options?: EditOptions) => Promise<WriteAnswer<ListRow<K>>>;
  move: (id: string, to: ListMove) => Promise<WriteAnswer<ListRow<K>>>;
  delete: (id: string) => Promise<WriteAnswer<undefined>>;
  restore: (row: ListRow<K>) => Promise<WriteAnswer<ListRow<K>>>;
}

/** The actions of all list resources, such as `addLink`. Pass `id: newId()` to refer to a row before it is saved. */
export type ListActions = { [K in ListKind as ListAction<"add", K>]: ActionsOf<K>["add"] } & {
  [K in ListKind as ListAction<"update", K>]: ActionsOf<K>["update"];
} & { [K in ListKind as ListAction<"move", K>]: ActionsOf<K>["move"] } & {
  [K in ListKind as ListAction<"delete", K>]: ActionsOf<K>["delete"];
} & { [K in ListKind as ListAction<"restore", K>]: ActionsOf<K>["restore"] };

/** Returns the actions of every kind by their names, such as `addLink`. */
export function namedListActions(actionsOf: (kind: ListKind) => ActionsOf): ListActions {
  const entries = LIST_KINDS.flatMap((kind) => {
    const actions = actionsOf(kind);
    return LIST_VERBS.map((verb) => [listActionName(verb, kind), actions[verb]]);
  });
  // The cast is safe because there is an action for each verb of each kind.
  return Object.fromEntries(entries) as ListActions;
}

/** Returns the actions of one kind by their verbs, for code that handles every kind. */
export function actionsOfKind(actions: ListActions, kind: ListKind): ActionsOf {
  const entries = LIST_VERBS.map((verb) => [verb, actions[listActionName(verb, kind)]]);
  // The cast is safe because the caller has a row of this kind.
  return Object.fromEntries(entries) as ActionsOf;
}

export function createListActions(store: TripStore): ListActions {
  // The cast is safe because the type of the actions checks the arguments of each kind.
  const make = makeWrite as unknown as <T>(
    action: ListAction,
    tripId: string,
    ...args: unknown[]
  ) => Write<T>;
  return namedListActions((kind) => ({
    add: (input) =>
      store.submit(make(listActionName("add", kind), store.id, { ...input, id: input.id ?? newId() })),
    update: (id, patch, options = {}) =>
      store.submit(make(listActionName("update", kind), store.id, id, patch, options)),
    move: (id, to) => store.submit(make(listActionName("move", kind), store.id, id, to)),
    delete: (id) => store.submit(make(listActionName("delete", kind), store.id, id)),
    restore: (row) => store.submit(make(listActionName("restore", kind), store.id, row)),
  }));
}
