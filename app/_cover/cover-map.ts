import { Map as MapLibreMap } from "maplibre-gl";
import { drawGrid } from "#app/_cover/draw-grid.ts";
import { drawPlan } from "#app/_cover/draw-plan.ts";
import type { Locale } from "#app/_i18n/locales.ts";
import { shownCredits } from "#app/trips/[tripId]/_map/credits.tsx";
import { STREETS_ZOOM } from "#app/trips/[tripId]/_map/destination-zoom.ts";
import { boundsOf } from "#app/trips/[tripId]/_map/framing.ts";
import { type BaseMapKind, MapScene } from "#app/trips/[tripId]/_map/base-map-renderer.ts";
import { mapStyle } from "#app/trips/[tripId]/_map/map-style.ts";
import { bundleWorker } from "#app/trips/[tripId]/_map/map-worker.ts";
import { nearestLng } from "#app/trips/[tripId]/_model/places/projection.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import { hasStreets, type MapSources } from "#lib/shared/map-sources.ts";

/** The largest sizes of covers, in CSS pixels; a narrower cover is cut at its sides. */
const SHAPES = {
  card: { width: 168, height: 112, padding: { top: 20, bottom: 20, left: 32, right: 32 } },
  wide: { width: 376, height: 168, padding: { top: 30, bottom: 30, left: 48, right: 48 } },
} as const;
export type CoverShape = keyof typeof SHAPES;
/** The pixel density of the drawn map. */
const DENSITY = 2;
/**
 * The maximum zoom. At a higher zoom, two temples of one street could be told apart, but the picture would not show in
 * which part of the town they are.
 */
const NEAREST = 13;
/** The zoom levels for a map without streets; the nearest one at which a coast or a border is visible is used. */
const TOWN_ZOOMS = [9, 5.5, 4, 2.5];
/** The maximum wait for tiles; after it, the map is drawn with the tiles that are loaded. */
const PATIENCE_MS = 8000;

export interface DrawnCover {
  picture: Blob;
  credits: ReadonlyArray<{ text: string; href: string | null }>;
  /** Whether all tiles were loaded. */
  isWhole: boolean;
}

type View = TripCover["map"];

/** A hidden map from which pictures are taken. */
export class CoverMap {
  readonly #host: HTMLElement;
  readonly #map: MapLibreMap;
  readonly #scene: MapScene;
  readonly #townZooms: readonly number[];
  #ground: BaseMapKind;
  #lacksStreets = false;

  /** Returns null without WebGL, or without enough memory for it. */
  static open(sources: MapSources, locale: Locale): CoverMap | null {
    const host = hiddenHost();
    try {
      return new CoverMap(host, sources, locale);
    } catch {
      host.remove();
      return null;
    }
  }

  private constructor(host: HTMLElement, sources: MapSources, locale: Locale) {
    bundleWorker();
    this.#host = host;
    this.#townZooms = hasStreets(sources) ? [STREETS_ZOOM, ...TOWN_ZOOMS] : TOWN_ZOOMS;
    this.#ground = sources.styleUrl === null ? "embedded" : "operator";
    this.#map = new MapLibreMap({
      container: host,
      ...mapStyle(host, sources, locale),
      attributionControl: false,
      interactive: false,
      fadeDuration: 0,
      pixelRatio: DENSITY,
      minZoom: 0.5,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    });
    // Names are hidden, because they would be unreadable in this size.
    this.#map.on("styledata", () => hideNames(this.#map));
    this.#scene = new MapScene(this.#map, { locale, destination: null }, sources, {
      onGround: (ground) => {
        this.#ground = ground;
      },
      onMissing: (isMissing) => {
        this.#lacksStreets = isMissing;
      },
    });
  }

  async draw(view: View, shape: CoverShape): Promise<DrawnCover | null> {
    // The colours are applied again, because the theme may have changed since the last picture.
    this.#scene.paint();
    this.#resize(shape);
    const isWhole = await (view.stops.length > 0 ? this.#frame(view, shape) : this.#showTown(view));
    const { canvas, context } = this.#taken();
    if (!context) return null;
    context.scale(DENSITY, DENSITY);
    this.#plan(context, view);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
    return picture && { picture, isWhole, credits: shownCredits(this.#map, this.#ground) };
  }

  close(): void {
    this.#scene.destroy();
    this.#map.remove();
    this.#host.remove();
  }

  #resize(shape: CoverShape): void {
    const { width, height } = SHAPES[shape];
    Object.assign(this.#host.style, { width: `${width}px`, height: `${height}px` });
    this.#map.resize();
  }

  #frame({ stops }: View, shape: CoverShape): Promise<boolean> {
    const { padding } = SHAPES[shape];
    const { west, south, east, north } = boundsOf(stops) ?? WORLD;
    this.#map.fitBounds([west, south, east, north], { padding, maxZoom: NEAREST, animate: false });
    return this.#rest();
  }

  async #showTown({ destination }: View): Promise<boolean> {
    if (!destination) return false;
    let isWhole = false;
    for (const zoom of this.#townZooms) {
      this.#map.jumpTo({ center: [destination.lng, destination.lat], zoom });
      isWhole = await this.#rest();
      if (!isBare(this.#taken())) break;
    }
    return isWhole;
  }

  /** Returns a copy of what the map shows now. */
  #taken() {
    const source = this.#map.getCanvas();
    const canvas = document.createElement("canvas");
    canvas.width = source.width;
    canvas.height = source.height;
    const context = canvas.getContext("2d");
    context?.drawImage(source, 0, 0);
    return { canvas, context };
  }

  #plan(context: CanvasRenderingContext2D, view: View): void {
    const style = getComputedStyle(this.#host);
    const color = (token: string) => style.getPropertyValue(`--color-${token}`).trim();
    const at = this.#map.getCenter();
    const { clientWidth: width, clientHeight: height } = this.#host;
    if (this.#ground === "embedded") {
      drawGrid(context, { at, zoom: this.#map.getZoom(), width, height }, color);
    }
    const town = view.destination ? [{ ...view.destination, day: 1 }] : [];
    const spots = view.stops.length > 0 ? view.stops : town;
    const dots = spots.map((spot) => {
      const { x, y } = this.#map.project([nearestLng(spot.lng, at.lng), spot.lat]);
      return { x, y, day: spot.day };
    });
    drawPlan(context, dots, color);
  }

  /**
   * Waits until the map is drawn, but not longer than the maximum wait for tiles.
   * @returns whether all tiles are drawn
   */
  #rest(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isWhole: boolean) => {
        clearTimeout(timer);
        this.#map.off("idle", look);
        resolve(isWhole);
      };
      const look = () => {
        if (this.#scene.settled) end(!this.#lacksStreets);
      };
      const timer = setTimeout(() => end(false), PATIENCE_MS);
      this.#map.on("idle", look);
      this.#map.triggerRepaint();
    });
  }
}

const WORLD = { west: -170, south: -55, east: 170, north: 70 };

function hiddenHost(): HTMLElement {
  const host = document.createElement("div");
  Object.assign(host.style, { position: "fixed", left: "-9999px", top: "0", visibility: "hidden" });
  host.inert = true;
  host.ariaHidden = "true";
  document.body.append(host);
  return host;
}

function hideNames(map: MapLibreMap): void {
  for (const { id, type, layout } of map.getStyle()?.layers ?? []) {
    const isShown = type === "symbol" && layout?.visibility !== "none";
    if (isShown) map.setLayoutProperty(id, "visibility", "none");
  }
}

/** Whether the picture has one colour only, so that no coast and no border shows where the trip is. */
function isBare({
  canvas,
  context,
}: {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D | null;
}) {
  const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  for (let index = 4; index < data.length; index += 4) {
    const apart = [0, 1, 2].map((channel) => Math.abs((data[index + channel] ?? 0) - (data[channel] ?? 0)));
    if (Math.max(...apart) > 8) return false;
  }
  return true;
}
