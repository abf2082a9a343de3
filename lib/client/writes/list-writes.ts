import {
  byPosition,
  LIST_KINDS,
  LIST_RESOURCES,
  type ListKind,
} from "#lib/shared/resources/list-resources.ts";
import type { ListMove, ListPatch, ListRow, NewListRow } from "#lib/shared/resources/list-schemas.ts";
import { keyBetween } from "#lib/shared/order.ts";
import type { TripDto } from "#lib/shared/trips.ts";
import { call, type CallResult, type CallOptions, type Operation } from "../base/api.ts";
import type { Change } from "./changes.ts";
import type { EditOptions, Write } from "./write.ts";

/** What clients do to rows of every list resource. */
export const LIST_VERBS = ["add", "update", "move", "delete", "restore"] as const;
type Verb = (typeof LIST_VERBS)[number];

/** The names of the writes of all list resources, such as `addLink`. They are stored on users' devices. */
export type ListAction<V extends Verb = Verb, K extends ListKind = ListKind> = `${V}${Capitalize<K>}`;

export function listActionName<V extends Verb, K extends ListKind>(verb: V, kind: K): ListAction<V, K> {
  // The cast is safe because `Capitalize` does the same to a type.
  return `${verb}${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as ListAction<V, K>;
}

/** Returns the verb and the list resource of an action; null for an action of another sort. */
export function parseListAction(action: string): { verb: Verb; kind: ListKind } | null {
  for (const kind of LIST_KINDS) {
    const verb = LIST_VERBS.find((each) => listActionName(each, kind) === action);
    if (verb) return { verb, kind };
  }
  return null;
}

/** Returns the actions of these verbs for every list resource. */
export function listActionNames<V extends Verb>(...verbs: V[]): ListAction<V>[] {
  return LIST_KINDS.flatMap((kind) => verbs.map((verb) => listActionName(verb, kind)));
}

type WriteOf<K extends ListKind> = (tripId: string, row: NewListRow<K> & { id: string }) => Write<ListRow<K>>;

/** The builders of a list resource's writes, by the name of the write. */
export type ListBuilders = { [K in ListKind as ListAction<"add", K>]: WriteOf<K> } & {
  [K in ListKind as ListAction<"update", K>]: (
    tripId: string,
    id: string,
    patch: ListPatch<K>,
    options: EditOptions,
  ) => Write<ListRow<K>>;
} & {
  [K in ListKind as ListAction<"move", K>]: (tripId: string, id: string, to: ListMove) => Write<ListRow<K>>;
} & { [K in ListKind as ListAction<"delete", K>]: (tripId: string, id: string) => Write<undefined> } & {
  [K in ListKind as ListAction<"restore", K>]: (tripId: string, row: ListRow<K>) => Write<ListRow<K>>;
};

type Row = ListRow;
type Patch = Partial<Row>;

/** The operations of one list resource, as the service names their paths. */
function operationsOf(kind: ListKind) {
  const path = `/api/trips/{tripId}/${LIST_RESOURCES[kind].list}` as const;
  const one = `${path}/{${kind}Id}` as const;
  return {
    create: { method: "POST", path },
    update: { method: "PATCH", path: one },
    move: { method: "POST", path: `${one}/move` },
    delete: { method: "DELETE", path: one },
    restore: { method: "POST", path: `${one}/restore` },
  } satisfies Record<string, Operation>;
}

interface Sent {
  params: { tripId: string; id?: string };
  body?: object;
}

/** Returns a function that makes the request of one operation of a list resource. */
function senderOf(kind: ListKind) {
  const operations = operationsOf(kind);
  return (name: keyof typeof operations, { params: { tripId, id }, body }: Sent) =>
    (options: CallOptions): Promise<CallResult<Row>> => {
      const params = { tripId, ...(id && { [`${kind}Id`]: id }) };
      // The cast is safe because the input has the parts of the operation's endpoint.
      const input = { params, ...(body && { body }) } as never;
      return call(operations[name], input, options) as unknown as Promise<CallResult<Row>>;
    };
}

/** Returns a new row as the view shows it until the answer: at the end of its list. */
function predictedRow(kind: ListKind, trip: TripDto, given: NewListRow & { id: string }, now: string): Row {
  const { list, fields } = LIST_RESOURCES[kind];
  const last = trip[list].at(-1)?.position ?? null;
  const own = Object.fromEntries(fields.map((name) => [name, Reflect.get(given, name) ?? null]));
  const frame = { deletedAt: null, version: 1, createdAt: now, updatedAt: now };
  // The cast is safe because the fields are those of the resource's description.
  return { id: given.id, position: keyBetween(last, null) ?? `${last}V`, ...own, ...frame } as Row;
}

function rowChange(kind: ListKind, verb: string, entity: Row | { id: string }): Change {
  // The cast is safe because the events of a kind have rows of that kind.
  return { op: `${kind}.${verb}`, entity } as Change;
}

/** Returns the builders of one list resource. */
function buildersOf(kind: ListKind) {
  const label = (verb: Verb, entityId: string) => ({ action: listActionName(verb, kind), entityId });
  const send = senderOf(kind);
  const rowsOf = (trip: TripDto): readonly Row[] => trip[LIST_RESOURCES[kind].list];
  const find = (trip: TripDto, id: string) => rowsOf(trip).find((row) => row.id === id);
  const changed = (trip: TripDto, id: string, op: "updated" | "moved", fields: Patch): Change[] => {
    const row = find(trip, id);
    return row ? [rowChange(kind, op, { ...row, ...fields })] : [];
  };
  return {
    add: (tripId: string, given: NewListRow & { id: string }): Write<Row> => ({
      label: label("add", given.id),
      send: send("create", { params: { tripId }, body: given }),
      predict: ({ trip, now }) =>
        find(trip, given.id) ? [] : [rowChange(kind, "created", predictedRow(kind, trip, given, now))],
      // When somebody has deleted the row since its create, a repeat of the create answers with the deleted row.
      confirm: (row) => (row.deletedAt === null ? [rowChange(kind, "created", row)] : []),
      settledBy: `${kind}.created`,
    }),
    update: (
      tripId: string,
      id: string,
      patch: ListPatch,
      { baseSeq, force = false }: EditOptions,
    ): Write<Row> => ({
      label: label("update", id),
      send: send("update", { params: { tripId, id }, body: patch }),
      predict: ({ trip }) => changed(trip, id, "updated", defined(patch)),
      confirm: (row) => [rowChange(kind, "updated", row)],
      edit: { fields: Object.keys(patch), patch, baseSeq, force, current: (trip) => find(trip, id) ?? null },
    }),
    move: (tripId: string, id: string, to: ListMove): Write<Row> => ({
      label: label("move", id),
      send: send("move", { params: { tripId, id }, body: to }),
      predict: ({ trip }) =>
        changed(trip, id, "moved", { position: positionAfter(rowsOf(trip), id, to.afterId) }),
      confirm: (row) => [rowChange(kind, "moved", row)],
    }),
    delete: (tripId: string, id: string): Write<undefined> => ({
      label: label("delete", id),
      send: send("delete", { params: { tripId, id } }) as unknown as Write<undefined>["send"],
      predict: () => [rowChange(kind, "deleted", { id })],
      settledBy: `${kind}.deleted`,
    }),
    restore: (tripId: string, row: Row): Write<Row> => ({
      label: label("restore", row.id),
      send: send("restore", { params: { tripId, id: row.id } }),
      predict: ({ trip }) =>
        find(trip, row.id) ? [] : [rowChange(kind, "restored", { ...row, deletedAt: null })],
      confirm: (restored) => [rowChange(kind, "restored", restored)],
      settledBy: `${kind}.restored`,
    }),
  };
}

/** The builders of the writes of all list resources. */
export const LIST_BUILDERS = Object.fromEntries(
  LIST_KINDS.flatMap((kind) => {
    const builders = buildersOf(kind);
    return LIST_VERBS.map((verb) => [listActionName(verb, kind), builders[verb]]);
  }),
  // The cast is safe because there is a builder for each verb of each kind.
) as unknown as ListBuilders;

function defined(patch: object): Patch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

/**
 * Returns a position behind a row, only for the view, since the service decides the key. When no key fits between two
 * rows, a position right behind the first one is enough.
 */
function positionAfter(rows: readonly Row[], id: string, afterId: string | null): string {
  const others = rows.filter((row) => row.id !== id).toSorted(byPosition);
  const index = others.findIndex((row) => row.id === afterId);
  const before = others[index]?.position ?? null;
  return keyBetween(before, others[index + 1]?.position ?? null) ?? `${before ?? ""}V`;
}

/** A row of a list resource together with its kind. */
export type KnownListRow = ListRow & { resource: ListKind };

/** Returns the row of any list resource with this id. */
export function findListRow(trip: TripDto, id: string): KnownListRow | undefined {
  for (const kind of LIST_KINDS) {
    const row = trip[LIST_RESOURCES[kind].list].find((each) => each.id === id);
    if (row) return { ...row, resource: kind };
  }
  return undefined;
}

/** A write that restores a row as it was when it was deleted. */
export function restoreListRowWrite(tripId: string, { resource, ...row }: KnownListRow): Write<KnownListRow> {
  const write = buildersOf(resource).restore(tripId, row);
  return write as Write<KnownListRow>;
}
