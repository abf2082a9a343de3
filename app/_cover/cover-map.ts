import { Map as MapLibreMap } from "maplibre-gl";
import { drawGrid } from "#app/_cover/draw-grid.ts";
import { drawPlan } from "#app/_cover/draw-plan.ts";
import type { Locale } from "#app/_i18n/locales.ts";
import { shownCredits } from "#app/trips/[tripId]/_map/credits.tsx";
import { STREETS_ZOOM } from "#app/trips/[tripId]/_map/destination-zoom.ts";
import { boundsOf } from "#app/trips/[tripId]/_map/framing.ts";
import { type Ground, MapScene } from "#app/trips/[tripId]/_map/map-scene.ts";
import { mapStyle } from "#app/trips/[tripId]/_map/map-style.ts";
import { bundleWorker } from "#app/trips/[tripId]/_map/map-worker.ts";
import { nearestLng } from "#app/trips/[tripId]/_map/projection.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import { hasStreets, type MapSources } from "#lib/shared/map-sources.ts";

/** The largest size at which a cover is shown, in CSS pixels; narrow ones are cut at their sides. */
const SHAPES = {
  card: { width: 168, height: 112, padding: { top: 20, bottom: 20, left: 32, right: 32 } },
  wide: { width: 376, height: 168, padding: { top: 30, bottom: 30, left: 48, right: 48 } },
} as const;
export type CoverShape = keyof typeof SHAPES;
/** As sharp as screens are. */
const DENSITY = 2;
/** Near enough to tell two temples of one street apart would be too near to tell where they are. */
const NEAREST = 13;
/** Without streets: as near as there is a coast or a border to see. */
const TOWN_ZOOMS = [9, 5.5, 4, 2.5];
/** Whoever waits for tiles longer sees what has come until then. */
const PATIENCE_MS = 8000;

export interface DrawnCover {
  picture: Blob;
  credits: ReadonlyArray<{ text: string; href: string | null }>;
  /** All of it had come. */
  isWhole: boolean;
}

type View = TripCover["map"];

/** A map that nobody sees, of which pictures are taken. */
export class CoverMap {
  readonly #host: HTMLElement;
  readonly #map: MapLibreMap;
  readonly #scene: MapScene;
  readonly #townZooms: readonly number[];
  #ground: Ground;
  #lacksStreets = false;

  /** null: without WebGL, or without memory for it. */
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
    // So small, names would be specks.
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
    // The theme may be another one by now.
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

  /** What is drawn right now. */
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

  /** Until all that will be drawn is drawn. @returns whether it is */
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

/** One colour all over: neither a coast nor a border says where it is. */
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
