import type { Pixel } from "./projection.ts";
import {
  CLOSEST_ZOOM,
  type ClusterNode,
  type ClusterStop,
  ClusterTree,
  radiusOf,
  ZOOM_STEP,
} from "./cluster-tree.ts";

export interface DayStop extends ClusterStop {
  /** null among the ideas. */
  dayId: string | null;
}

/** One marker for several stops. */
export interface Cluster extends Pixel {
  /** Stays with the cluster that keeps the first of its stops. */
  id: string;
  /** By id; at least two. */
  stopIds: readonly string[];
  radius: number;
  /** The day of all its stops; null: of several, or of none. */
  dayId: string | null;
  /** Whether the day in view has a stop in it. */
  inView: boolean;
  /** From this zoom on it comes apart; null: nowhere, all its stops are in one place. */
  partsAt: number | null;
}

/** As many are a whole marker and dots beside it where one looks at streets: calmer than a number. */
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

  /** Stops in no cluster stand for themselves, and so do those in `alone`. */
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
      // Where all of them are, so that nothing moves when one of them is pointed at.
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

/** A few become what they are made of, down to what is in one place. */
function withoutFew(node: ClusterNode): ClusterNode[] {
  if (node.stopIds.length > FEW || node.formedAt === CLOSEST_ZOOM) return [node];
  return node.parts.filter(({ stopIds }) => stopIds.length > 1).flatMap(withoutFew);
}

/** Whether two lists would look the same. */
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
