/*
 * The list resources: rows of a trip that everybody sees, that editors create, edit, order, delete and restore, and that
 * refer to no other row. What such a resource needs is derived from its entry here and its schemas in list-schemas.ts:
 * events, merge, history, undo, limits, trip file, copies, endpoints, and the client's writes.
 *
 * This file has no schemas, since browsers load it.
 */

/**
 * Every list resource by its kind, which is the first segment of its events' ops.
 * - `list`: its name in the whole trip, in the API's paths, in a trip file, and of its table
 * - `max`: maximum number of live rows of one trip
 * - `fields`: what clients send; `title` names a row in the history, in undo and in search
 * - `detail`: the field that a search result shows beside the title
 */
export const LIST_RESOURCES = {
  link: { kind: "link", list: "links", max: 200, fields: ["title", "url", "notes"], detail: "url" },
} as const satisfies Readonly<Record<string, Described>>;

interface Described {
  kind: string;
  list: string;
  max: number;
  fields: readonly ["title", ...string[]];
  detail: string;
}

export type ListKind = keyof typeof LIST_RESOURCES;
export type ListResource<K extends ListKind = ListKind> = (typeof LIST_RESOURCES)[K];
export type ListName = ListResource["list"];
export type ListOp = `${ListKind}.${"created" | "updated" | "moved" | "deleted" | "restored"}`;

// The cast is safe because `Object.keys` returns the keys of this very object.
export const LIST_KINDS = Object.keys(LIST_RESOURCES) as ListKind[];

export const LIST_NAMES: readonly ListName[] = Object.values(LIST_RESOURCES).map(({ list }) => list);

export function isListKind(kind: string): kind is ListKind {
  return Object.hasOwn(LIST_RESOURCES, kind);
}

/** The lists of a trip that has no row of any list resource. */
export function emptyLists(): { [Name in ListName]: [] } {
  const lists = Object.values(LIST_RESOURCES).map(({ list }) => [list, []]);
  // The cast is safe because there is one entry for each list.
  return Object.fromEntries(lists) as { [Name in ListName]: [] };
}

interface Ordered {
  id: string;
  position: string;
}

/** Compares rows of one list by position as bytes, then by id. */
export function byPosition(a: Ordered, b: Ordered): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
