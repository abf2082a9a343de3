import type { Map as MapLibreMap } from "maplibre-gl";
import type { Point } from "#lib/shared/legs.ts";
import { type Cluster, type Clusters, sameClusters } from "./clusters.ts";
import { roundZoomDown } from "./cluster-tree.ts";
import { gridOf } from "./grid.ts";
import { linePath } from "./line-path.ts";
import type { MapDay, MapPadding } from "../_base/places/map-model.ts";
import { placeMarkers, type Side, type Spot } from "./marker-layout.ts";
import { type Box, clamp, nearestLng, type Pixel, worldPixel } from "../_model/places/projection.ts";
import type { Route } from "./routes.ts";

export interface OverlayMarker extends Point {
  id: string;
  radius: number;
  nameWidth: number;
  forced: boolean;
  /**
   * The importance of the marker, 0 is the highest; where markers overlap, the more important one keeps its marker
   * and name.
   */
  rank: number;
  /** Whether the marker is never joined into a cluster. */
  alone: boolean;
}

export interface OverlayContent {
  markers: readonly OverlayMarker[];
  clusters: Clusters;
  routes: readonly Route[];
  /** The days in the map's legend; they decide how much of the map the legend covers. */
  keyDays: readonly MapDay[];
  covered: MapPadding;
}

/** The camera; x and y are the pixel of the projected world in the middle of the map. */
interface View extends Pixel {
  zoom: number;
  lat: number;
  lng: number;
  width: number;
  height: number;
}

/** By how many pixels the overlay may be dragged before its content is laid out again. */
const REACH = 256;
/**
 * The maximum distance from the view at which something is positioned, in pixels: markers further outside are moved to
 * this distance, and lines are cut off at it. A browser cannot draw a layer that is millions of pixels wide.
 */
const OUTSIDE = 2 * REACH;

/**
 * Positions grid, routes and markers on the map. While the map is dragged, the overlay moves as a whole; a change of
 * zoom lays everything out again. This is exact because the map never rotates or tilts.
 */
export class Overlay {
  readonly #map: MapLibreMap;
  readonly #root: HTMLElement;
  readonly #onClusters: (clusters: readonly Cluster[]) => void;
  #content: OverlayContent | null = null;
  #markers = new Map<string, HTMLElement>();
  #clusters: readonly Cluster[] = [];
  #clusterElements = new Map<string, HTMLElement>();
  #clustered = new Set<string>();
  /**
   * The clusters that were last requested by `onClusters`; `#askedFor` is the zoom step that they were requested for.
   */
  #asked: readonly Cluster[] = [];
  #askedFor: number | null = null;
  #paths = new Map<string, SVGPathElement>();
  #sides = new Map<string, Side>();
  #grid: HTMLElement | null = null;
  #panels: Box[] = [];
  #laidOut: View | null = null;

  /** @param onClusters requests other clusters: the caller adds their elements to the root and then calls `adopt` */
  constructor(map: MapLibreMap, root: HTMLElement, onClusters: (clusters: readonly Cluster[]) => void) {
    this.#map = map;
    this.#root = root;
    this.#onClusters = onClusters;
    map.on("move", this.#follow);
    map.on("moveend", this.#settle);
    map.on("resize", this.#settle);
  }

  destroy(): void {
    this.#map.off("move", this.#follow);
    this.#map.off("moveend", this.#settle);
    this.#map.off("resize", this.#settle);
  }

  /** Shows new content. Its elements must be in the root before the call. */
  show(content: OverlayContent): void {
    this.#content = content;
    this.#grid = this.#root.querySelector<HTMLElement>("[data-grid]");
    const markers = this.#root.querySelectorAll<HTMLElement>("[data-marker]");
    this.#markers = new Map([...markers].map((element) => [element.dataset.marker ?? "", element]));
    const paths = this.#root.querySelectorAll<SVGPathElement>("[data-route]");
    this.#paths = new Map([...paths].map((element) => [element.dataset.route ?? "", element]));
    this.#askedFor = null;
    this.#settle();
  }

  /**
   * Shows new clusters. Their elements must be in the root before the call; until then the previous clusters stay.
   */
  adopt(clusters: readonly Cluster[]): void {
    const elements = this.#root.querySelectorAll<HTMLElement>("[data-cluster]");
    this.#clusterElements = new Map(
      [...elements].map((element) => [clusterKey(element.dataset.cluster ?? ""), element]),
    );
    this.#clusters = clusters;
    this.#clustered = new Set(clusters.flatMap(({ stopIds }) => stopIds));
    this.#layOut();
  }

  /** Returns the marker or cluster nearest to a point of the screen, if it is within reach. */
  nearest(clientX: number, clientY: number, reach: number): HTMLElement | null {
    let best: { element: HTMLElement; distance: number } | null = null;
    // Markers come last and win at equal distance, because they are drawn above clusters.
    for (const element of [...this.#clusterElements.values(), ...this.#markers.values()]) {
      if (element.dataset.face === "in") continue;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const distance = Math.hypot((left + right) / 2 - clientX, (top + bottom) / 2 - clientY);
      if (distance <= (best?.distance ?? reach)) best = { element, distance };
    }
    return best?.element ?? null;
  }

  readonly #follow = (): void => {
    const before = this.#laidOut;
    const now = this.#view();
    const [dx, dy] = before ? [before.x - now.x, before.y - now.y] : [0, 0];
    if (before?.zoom !== now.zoom || Math.abs(dx) > REACH || Math.abs(dy) > REACH) this.#layOut();
    else this.#root.style.transform = `translate(${dx}px, ${dy}px)`;
  };

  readonly #settle = (): void => {
    this.#panels = panelsOver(this.#map.getContainer());
    this.#layOut();
  };

  #layOut(): void {
    const view = this.#view();
    this.#laidOut = view;
    this.#ask(view.zoom);
    this.#root.style.transform = "";
    this.#placeGrid(view);
    this.#placeMarkers(view, this.#placeRoutes(view));
  }

  /** Requests other clusters if the zoom step or the content has changed. */
  #ask(zoom: number): void {
    const step = roundZoomDown(zoom);
    if (!this.#content || this.#askedFor === step) return;
    this.#askedFor = step;
    const { clusters, markers } = this.#content;
    const alone = new Set(markers.filter((marker) => marker.alone).map(({ id }) => id));
    const asked = clusters.at(step, alone);
    if (sameClusters(asked, this.#asked)) return;
    this.#asked = asked;
    this.#onClusters(asked);
  }

  #view(): View {
    const zoom = this.#map.getZoom();
    const { lat, lng } = this.#map.getCenter();
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    return { ...worldPixel({ lat, lng }, zoom), zoom, lat, lng, width, height };
  }

  /**
   * Sets the variables on the grid's own element; on the root, they would make the browser recompute the style of
   * every marker.
   */
  #placeGrid(view: View): void {
    if (!this.#grid) return;
    for (const [name, value] of Object.entries(gridOf(view, REACH))) {
      this.#grid.style.setProperty(name, value);
    }
  }

  #placeRoutes(view: View): Pixel[][] {
    const { width, height } = view;
    const box = { left: -OUTSIDE, top: -OUTSIDE, right: width + OUTSIDE, bottom: height + OUTSIDE };
    return (this.#content?.routes ?? []).map(({ key, points }) => {
      const shift = points[0] ? nearestLng(points[0].lng, view.lng) - points[0].lng : 0;
      const line = points.map(({ lat, lng }) => onScreen({ lat, lng: lng + shift }, view));
      setLine(this.#paths.get(key), linePath(line, box));
      return line;
    });
  }

  #placeMarkers(view: View, lines: Pixel[][]): void {
    if (!this.#content) return;
    const { markers, covered } = this.#content;
    const loose = markers.filter(({ id }) => !this.#clustered.has(id));
    const ranked = [
      ...this.#clusters.map((cluster) => ({
        rank: cluster.inView ? 2 : 3,
        spot: clusterSpot(cluster, view),
      })),
      ...loose.map((marker) => ({ rank: marker.rank, spot: this.#spot(marker, view) })),
    ];
    const spots = ranked.toSorted((a, b) => a.rank - b.rank).map(({ spot }) => spot);
    for (const id of this.#clustered) setFace(this.#markers.get(id), "in");
    const window = {
      left: covered.left,
      top: covered.top,
      right: view.width - covered.right,
      bottom: view.height - covered.bottom,
    };
    for (const [id, { dot, side }] of placeMarkers(spots, { window, panels: this.#panels, lines })) {
      if (side) this.#sides.set(id, side);
      const element = this.#markers.get(id);
      setFace(element, dot ? "dot" : "whole");
      setName(element, side ?? "none");
    }
    for (const { id, x, y } of spots) {
      const element = this.#markers.get(id) ?? this.#clusterElements.get(id);
      if (element) element.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  #spot({ id, lat, lng, radius, nameWidth, forced }: OverlayMarker, view: View): Spot {
    const at = parked(onScreen({ lat, lng: nearestLng(lng, view.lng) }, view), view);
    return { id, radius, nameWidth, forced, side: this.#sides.get(id) ?? null, ...at };
  }
}

function clusterSpot({ id, x, y, radius }: Cluster, view: View): Spot {
  const [scale, world] = [2 ** view.zoom, 512 * 2 ** view.zoom];
  const dx = x * scale - view.x;
  // The cluster is drawn in the copy of the world in which it is nearest to the middle of the map.
  const nearest = dx - world * Math.round(dx / world);
  const at = parked({ x: nearest + view.width / 2, y: y * scale - view.y + view.height / 2 }, view);
  return { id: clusterKey(id), radius, nameWidth: 0, forced: true, side: null, ...at };
}

/** Prefixes a cluster's id, which is the id of a stop that may have a marker of its own. */
function clusterKey(id: string): string {
  return `cluster ${id}`;
}

/** Rounds to whole pixels, which keeps the digits sharp, and limits positions that are far outside of the view. */
function parked({ x, y }: Pixel, { width, height }: View): Pixel {
  return {
    x: Math.round(clamp(x, -OUTSIDE, width + OUTSIDE)),
    y: Math.round(clamp(y, -OUTSIDE, height + OUTSIDE)),
  };
}

/** Returns the boxes of the controls, the legend and the credits, which lie above the names. */
function panelsOver(container: HTMLElement): Box[] {
  const { left: x, top: y } = container.getBoundingClientRect();
  const panels = container.parentElement?.querySelectorAll("[data-panel]") ?? [];
  return [...panels].map((panel) => {
    const { left, top, right, bottom } = panel.getBoundingClientRect();
    return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
  });
}

function onScreen(point: Point, view: View): Pixel {
  const { x, y } = worldPixel(point, view.zoom);
  return { x: x - view.x + view.width / 2, y: y - view.y + view.height / 2 };
}

/** Sets a path only if it differs, because the browser repaints also for an equal one. */
function setLine(path: SVGPathElement | undefined, line: string): void {
  if (path && path.getAttribute("d") !== line) path.setAttribute("d", line);
}

function setFace(element: HTMLElement | undefined, face: "whole" | "dot" | "in"): void {
  if (element && element.dataset.face !== face) element.dataset.face = face;
}

function setName(element: HTMLElement | undefined, name: Side | "none"): void {
  if (element && element.dataset.name !== name) element.dataset.name = name;
}
