import type { Map as MapLibreMap } from "maplibre-gl";
import type { Point } from "#lib/shared/legs.ts";
import { gridOf } from "./grid.ts";
import { linePath } from "./line-path.ts";
import { fullPadding, type MapDay, type MapPadding } from "./map-model.ts";
import { placeMarkers, type Side, type Spot } from "./marker-layout.ts";
import { type Box, clamp, nearestLng, type Pixel, worldPixel } from "./projection.ts";
import type { Route } from "./routes.ts";

export interface OverlayMarker extends Point {
  id: string;
  radius: number;
  nameWidth: number;
  forced: boolean;
}

export interface OverlayContent {
  /** The most important first: it keeps its marker and name where there is no room for all. */
  markers: readonly OverlayMarker[];
  routes: readonly Route[];
  /** What the key says, which decides how much of the map it covers. */
  keyDays: readonly MapDay[];
  covered: MapPadding;
}

/** Where the map looks: the world's pixel in the middle of it. */
interface View extends Pixel {
  zoom: number;
  lat: number;
  lng: number;
  width: number;
  height: number;
}

/** How far the overlay may be dragged before what came into view has to be laid out. */
const REACH = 256;
/** What is further outside is parked or cut off, since a layer millions of pixels wide cannot be drawn. */
const OUTSIDE = 2 * REACH;

/**
 * Keeps grid, routes and markers on their places. While the map is only dragged, the whole overlay moves as one; a
 * change of zoom lays everything out again. The map never turns or tilts, which makes this exact.
 */
export class Overlay {
  readonly #map: MapLibreMap;
  readonly #root: HTMLElement;
  #content: OverlayContent = { markers: [], routes: [], keyDays: [], covered: fullPadding() };
  #markers = new Map<string, HTMLElement>();
  #paths = new Map<string, SVGPathElement>();
  #sides = new Map<string, Side>();
  #grid: HTMLElement | null = null;
  #panels: Box[] = [];
  #laidOut: View | null = null;

  constructor(map: MapLibreMap, root: HTMLElement) {
    this.#map = map;
    this.#root = root;
    map.on("move", this.#follow);
    map.on("moveend", this.#settle);
    map.on("resize", this.#settle);
  }

  destroy(): void {
    this.#map.off("move", this.#follow);
    this.#map.off("moveend", this.#settle);
    this.#map.off("resize", this.#settle);
  }

  /** Call after the elements of the content are in the root. */
  show(content: OverlayContent): void {
    this.#content = content;
    this.#grid = this.#root.querySelector<HTMLElement>("[data-grid]");
    const markers = this.#root.querySelectorAll<HTMLElement>("[data-marker]");
    this.#markers = new Map([...markers].map((element) => [element.dataset.marker ?? "", element]));
    const paths = this.#root.querySelectorAll<SVGPathElement>("[data-route]");
    this.#paths = new Map([...paths].map((element) => [element.dataset.route ?? "", element]));
    this.#settle();
  }

  /** The stop whose marker is nearest to a point of the screen, within reach. */
  nearest(clientX: number, clientY: number, reach: number): string | null {
    let best: { id: string; distance: number } | null = null;
    for (const [id, element] of this.#markers) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const distance = Math.hypot((left + right) / 2 - clientX, (top + bottom) / 2 - clientY);
      if (distance <= (best?.distance ?? reach)) best = { id, distance };
    }
    return best?.id ?? null;
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
    this.#root.style.transform = "";
    this.#placeGrid(view);
    this.#placeMarkers(view, this.#placeRoutes(view));
  }

  #view(): View {
    const zoom = this.#map.getZoom();
    const { lat, lng } = this.#map.getCenter();
    const { clientWidth: width, clientHeight: height } = this.#map.getContainer();
    return { ...worldPixel({ lat, lng }, zoom), zoom, lat, lng, width, height };
  }

  /** On the grid's own element: a variable of the root would have every marker's style worked out again. */
  #placeGrid(view: View): void {
    if (!this.#grid) return;
    for (const [name, value] of Object.entries(gridOf(view, REACH))) {
      this.#grid.style.setProperty(name, value);
    }
  }

  #placeRoutes(view: View): Pixel[][] {
    const { width, height } = view;
    const box = { left: -OUTSIDE, top: -OUTSIDE, right: width + OUTSIDE, bottom: height + OUTSIDE };
    return this.#content.routes.map(({ key, points }) => {
      const shift = points[0] ? nearestLng(points[0].lng, view.lng) - points[0].lng : 0;
      const line = points.map(({ lat, lng }) => onScreen({ lat, lng: lng + shift }, view));
      this.#paths.get(key)?.setAttribute("d", linePath(line, box));
      return line;
    });
  }

  #placeMarkers(view: View, lines: Pixel[][]): void {
    const { markers, covered } = this.#content;
    const spots = markers.map((marker) => this.#spot(marker, view));
    const window = {
      left: covered.left,
      top: covered.top,
      right: view.width - covered.right,
      bottom: view.height - covered.bottom,
    };
    for (const [id, { dot, side }] of placeMarkers(spots, { window, panels: this.#panels, lines })) {
      if (side) this.#sides.set(id, side);
      const element = this.#markers.get(id);
      if (element) setData(element, dot, side);
    }
    for (const { id, x, y } of spots) {
      const element = this.#markers.get(id);
      if (element) element.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  #spot({ id, lat, lng, radius, nameWidth, forced }: OverlayMarker, view: View): Spot {
    const { x, y } = onScreen({ lat, lng: nearestLng(lng, view.lng) }, view);
    return {
      id,
      radius,
      nameWidth,
      forced,
      side: this.#sides.get(id) ?? null,
      // Whole pixels keep the digits sharp.
      x: Math.round(clamp(x, -OUTSIDE, view.width + OUTSIDE)),
      y: Math.round(clamp(y, -OUTSIDE, view.height + OUTSIDE)),
    };
  }
}

/** Controls, key and credits, which stand above the names. */
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

function setData(element: HTMLElement, dot: boolean, side: Side | null): void {
  const name = side ?? "none";
  if (element.dataset.name !== name) element.dataset.name = name;
  const face = dot ? "dot" : "whole";
  if (element.dataset.face !== face) element.dataset.face = face;
}
