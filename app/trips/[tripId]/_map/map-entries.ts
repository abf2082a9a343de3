import type { Cluster } from "./clusters.ts";
import type { MarkerItem } from "../_base/places/map-model.ts";

/** An entry of the map's list: a single stop, or a cluster with its stops in the plan's order. */
export interface MapEntry {
  cluster: Cluster | null;
  first: MarkerItem;
  items: readonly MarkerItem[];
}

/** Returns the entries in the plan's order; a cluster takes the position of its first stop. */
export function entriesOf(items: readonly MarkerItem[], clusters: readonly Cluster[]): MapEntry[] {
  const clusterOf = new Map(
    clusters.flatMap((cluster) => cluster.stopIds.map((id) => [id, cluster] as const)),
  );
  const members = Map.groupBy(items, (item) => clusterOf.get(item.point.stopId) ?? item);
  return [...members].flatMap(([key, within]): MapEntry[] => {
    const [first] = within;
    return first ? [{ cluster: "stopIds" in key ? key : null, first, items: within }] : [];
  });
}

/** Returns the entry that shows a stop. */
export function entryOf(entries: readonly MapEntry[], stopId: string | null): MapEntry | undefined {
  return entries.find(({ items }) => items.some(({ point }) => point.stopId === stopId));
}

export function elementOf(root: HTMLElement | null, { cluster, first }: MapEntry): HTMLElement | null {
  const id = CSS.escape(cluster?.id ?? first.point.stopId);
  return root?.querySelector<HTMLElement>(`[data-${cluster ? "cluster" : "marker"}="${id}"]`) ?? null;
}

/** Returns the entry that an element of the map shows. */
export function entryShownBy(
  entries: readonly MapEntry[],
  element: HTMLElement | null,
): MapEntry | undefined {
  if (!element) return undefined;
  const { marker, cluster } = element.dataset;
  return entries.find((entry) =>
    entry.cluster ? entry.cluster.id === cluster : entry.first.point.stopId === marker,
  );
}
