import type { Point } from "#lib/shared/legs.ts";
import { boundsOf } from "./framing.ts";
import { cellKey, someCell, MIN_MARKER_DISTANCE_SHARE } from "./marker-layout.ts";
import { type Pixel, worldPixel } from "../_model/places/projection.ts";

export interface ClusterStop extends Point {
  id: string;
  /**
   * Whether the stop belongs to the day in view. From `TOWN_ZOOM` on, only stops with the same value form a cluster.
   */
  inView: boolean;
}

/**
 * A group of stops whose markers overlap at the zoom `formedAt` and all lower zooms. It lies in the middle of its
 * stops.
 */
export interface ClusterNode extends Pixel {
  /** The smallest index of its stops among all stops sorted by id; the order of the rows does not change it. */
  order: number;
  /** The ids of the stops, in no particular order. */
  stopIds: readonly string[];
  inView: boolean;
  formedAt: number;
  parts: readonly ClusterNode[];
}

/** The largest zoom of the map; a group that is formed at this zoom never comes apart. */
export const CLOSEST_ZOOM = 18;
/** Groups change only at multiples of this step, so that markers do not flicker during a zoom. */
export const ZOOM_STEP = 0.5;
/**
 * From this zoom on, stops of the day in view and other stops are in separate clusters: the reader looks at a day in
 * its town and no longer at the whole trip.
 */
const TOWN_ZOOM = 12;

const MARKER_RADIUS = 12;
const LARGEST_RADIUS = 20;
/**
 * The maximum number of passes per step. A cluster grows when it joins another and can then overlap a third one; an
 * overlap that is left after the last pass is joined at the next step.
 */
const PASSES = 3;

/**
 * Groups the stops whose markers overlap, for every step of the zoom. Each step is computed from the one before it,
 * so that zooming out only joins groups and zooming in only splits them. The tree depends neither on the visible part
 * of the map nor on the selection, so that dragging and hovering change nothing.
 */
export class ClusterTree {
  readonly #steps: ClusterNode[][];

  constructor(stops: readonly ClusterStop[]) {
    const west = boundsOf(stops)?.west ?? 0;
    this.#steps = [
      joinAt(
        stops.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((stop, order) => leaf(stop, order, west)),
        CLOSEST_ZOOM,
      ),
    ];
  }

  /** Returns every stop exactly once, in groups of one or more. */
  at(zoom: number): readonly ClusterNode[] {
    const steps = Math.round((CLOSEST_ZOOM - roundZoomDown(zoom)) / ZOOM_STEP);
    let nodes = this.#steps.at(-1) ?? [];
    for (let made = this.#steps.length; made <= steps; made++) {
      nodes = joinAt(nodes, CLOSEST_ZOOM - made * ZOOM_STEP);
      this.#steps.push(nodes);
    }
    return this.#steps[steps] ?? nodes;
  }
}

/** Rounds a zoom down to a multiple of `ZOOM_STEP`. */
export function roundZoomDown(zoom: number): number {
  return Math.min(CLOSEST_ZOOM, Math.max(0, Math.floor(zoom / ZOOM_STEP) * ZOOM_STEP));
}

/** Returns the radius of a marker or cluster with its ring; more digits need a larger circle. */
export function radiusOf(count: number): number {
  if (count === 1) return MARKER_RADIUS;
  if (count < 100) return 16;
  return count < 1000 ? 18 : LARGEST_RADIUS;
}

function leaf({ id, lat, lng, inView }: ClusterStop, order: number, west: number): ClusterNode {
  // All x coordinates are counted from the east end of the widest gap between longitudes, so that stops on both sides
  // of the date line are neighbours.
  const { x, y } = worldPixel({ lat, lng: lng < west ? lng + 360 : lng }, 0);
  return { x, y, order, stopIds: [id], inView, formedAt: Infinity, parts: [] };
}

function joinAt(nodes: ClusterNode[], zoom: number): ClusterNode[] {
  let before = nodes;
  for (let pass = 0; pass < PASSES; pass++) {
    const after = joinOnce(before, zoom);
    if (after.length === before.length) break;
    before = after.toSorted((a, b) => b.stopIds.length - a.stopIds.length || a.order - b.order);
  }
  return before;
}

/**
 * Joins each group with all groups that overlap it, in the order of the nodes. A group is joined at most once per
 * call.
 */
function joinOnce(nodes: readonly ClusterNode[], zoom: number): ClusterNode[] {
  const scale = 2 ** zoom;
  const cell = (2 * LARGEST_RADIUS * MIN_MARKER_DISTANCE_SHARE) / scale;
  const grid = new Map<number, ClusterNode[]>();
  for (const node of nodes) {
    const key = cellKey(Math.floor(node.x / cell), Math.floor(node.y / cell));
    const there = grid.get(key);
    if (there) there.push(node);
    else grid.set(key, [node]);
  }
  const taken = new Set<ClusterNode>();
  return nodes.flatMap((node) => {
    if (taken.has(node)) return [];
    taken.add(node);
    const near: ClusterNode[] = [];
    someCell(around(node, cell), cell, (key) => {
      for (const other of grid.get(key) ?? []) {
        if (!taken.has(other) && isOn(node, other, scale) && mayJoin(node, other, zoom)) near.push(other);
      }
      return false;
    });
    for (const other of near) taken.add(other);
    return near.length === 0 ? node : join([node, ...near], zoom);
  });
}

function around({ x, y }: Pixel, half: number) {
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}

function isOn(a: ClusterNode, b: ClusterNode, scale: number): boolean {
  const reach =
    ((radiusOf(a.stopIds.length) + radiusOf(b.stopIds.length)) * MIN_MARKER_DISTANCE_SHARE) / scale;
  const [dx, dy] = [a.x - b.x, a.y - b.y];
  return dx * dx + dy * dy < reach * reach;
}

function mayJoin(a: ClusterNode, b: ClusterNode, zoom: number): boolean {
  return zoom < TOWN_ZOOM || a.inView === b.inView;
}

function join(nodes: readonly ClusterNode[], formedAt: number): ClusterNode {
  let [x, y, count, order] = [0, 0, 0, Infinity];
  for (const node of nodes) {
    const share = node.stopIds.length;
    x += node.x * share;
    y += node.y * share;
    count += share;
    order = Math.min(order, node.order);
  }
  return {
    x: x / count,
    y: y / count,
    order,
    stopIds: nodes.flatMap(({ stopIds }) => stopIds),
    inView: nodes.some(({ inView }) => inView),
    formedAt,
    parts: nodes,
  };
}
