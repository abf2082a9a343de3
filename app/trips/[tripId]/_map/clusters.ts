import type { Pixel } from "../_model/places/projection.ts";
import {
  CLOSEST_ZOOM,
  type ClusterNode,
  type ClusterStop,
  ClusterTree,
  radiusOf,
  ZOOM_STEP,
} from "./cluster-tree.ts";

export interface DayStop extends ClusterStop {
  /** The stop's day; null for a stop in Ideas. */
  dayId: string | null;
}

/** A marker that stands for several stops. */
export interface Cluster extends Pixel {
  /**
   * The id of the first of its stops, hidden ones included; the cluster that contains this stop keeps the id when the
   * zoom changes.
   */
  id: string;
  /** The ids of at least two stops, sorted. */
  stopIds: readonly string[];
  radius: number;
  /** The day of all its stops; null if they belong to several days or to none. */
  dayId: string | null;
  /** Whether the day in view has a stop in it. */
  inView: boolean;
  /** The zoom from which the cluster comes apart; null if it never does, because all its stops lie in one spot. */
  partsAt: number | null;
}

/**
 * At the zoom of streets, a cluster of this many stops or fewer is drawn as one whole marker with dots beside it,
 * which is calmer than a number.
 */
const FEW = 3;
const STREET_ZOOM = 13;

/** The clusters of a trip's stops at every zoom. */
export class Clusters {
  readonly #tree: ClusterTree;
  readonly #stops: ReadonlyMap<string, DayStop>;

  constructor(stops: readonly DayStop[]) {
    this.#tree = new ClusterTree(stops);
    this.#stops = new Map(stops.map((stop) => [stop.id, stop]));
  }

  /** Returns the clusters at a zoom. A stop that is in no cluster or in `alone` keeps a marker of its own. */
  at(zoom: number, alone: ReadonlySet<string>): Cluster[] {
    const nodes = this.#tree.at(zoom).filter(({ stopIds }) => stopIds.length > 1);
    const shown = zoom < STREET_ZOOM ? nodes : nodes.flatMap(withoutFew);
    return shown.flatMap((node) => this.#cluster(node, alone) ?? []);
  }

  #cluster({ x, y, stopIds, formedAt }: ClusterNode, alone: ReadonlySet<string>): Cluster | null {
    const sorted = stopIds.toSorted((a, b) => (a < b ? -1 : 1));
    const rest = sorted.filter((id) => !alone.has(id));
    const [first] = sorted;
    if (first === undefined || rest.length < 2) return null;
    const stops = rest.flatMap((id) => this.#stops.get(id) ?? []);
    const dayId = stops[0]?.dayId ?? null;
    return {
      // The position of a cluster is computed from all its stops, also from those in `alone`: the cluster stays where
      // it is while the pointer is over one of them.
      x,
      y,
      id: first,
      stopIds: rest,
      radius: radiusOf(rest.length),
      dayId: stops.every((stop) => stop.dayId === dayId) ? dayId : null,
      inView: stops.some(({ inView }) => inView),
      partsAt: formedAt < CLOSEST_ZOOM ? formedAt + ZOOM_STEP : null,
    };
  }
}

/** Replaces a small cluster by its parts, recursively, until only stops in one and the same spot are joined. */
function withoutFew(node: ClusterNode): ClusterNode[] {
  if (node.stopIds.length > FEW || node.formedAt === CLOSEST_ZOOM) return [node];
  return node.parts.filter(({ stopIds }) => stopIds.length > 1).flatMap(withoutFew);
}

/** Whether two lists of clusters would be drawn equally. */
export function sameClusters(one: readonly Cluster[], other: readonly Cluster[]): boolean {
  return (
    one.length === other.length &&
    one.every((cluster, index) => {
      const twin = other[index];
      return (
        twin !== undefined &&
        cluster.x === twin.x &&
        cluster.y === twin.y &&
        cluster.dayId === twin.dayId &&
        cluster.inView === twin.inView &&
        cluster.partsAt === twin.partsAt &&
        cluster.stopIds.length === twin.stopIds.length &&
        cluster.stopIds.every((id, at) => id === twin.stopIds[at])
      );
    })
  );
}
