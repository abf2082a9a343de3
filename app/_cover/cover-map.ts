import { Map as MapLibreMap } from "maplibre-gl";
import { drawPlan } from "#app/_cover/draw-plan.ts";
import type { Locale } from "#app/_i18n/locales.ts";
import { shownCredits } from "#app/trips/[tripId]/_map/credits.tsx";
import { boundsOf } from "#app/trips/[tripId]/_map/framing.ts";
import { type Ground, MapScene } from "#app/trips/[tripId]/_map/map-scene.ts";
import { emptyStyle, readPalette } from "#app/trips/[tripId]/_map/map-style.ts";
import { bundleWorker } from "#app/trips/[tripId]/_map/map-worker.ts";
import type { TripCover } from "#lib/shared/covers.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";

/** The largest size at which a cover is shown, in CSS pixels, and as sharp as screens are. */
const SIZE = { width: 168, height: 112, density: 2 };
const PADDING = 22;
/** Near enough to tell two temples of one street apart would be too near to tell where they are. */
const NEAREST = 13;
/** A town among streets; without them, with the coasts and borders around it. */
const TOWN_ZOOM = { embedded: 5.5, streets: 10, operator: 10 };
/** Whoever waits for tiles longer sees what has come until then. */
const PATIENCE_MS = 8000;

export interface DrawnCover {
  picture: Blob;
  credits: ReadonlyArray<{ text: string; href: string | null }>;
  /** All of it had come. */
  isWhole: boolean;
}

/** A map that nobody sees, of which pictures are taken. */
export class CoverMap {
  readonly #host: HTMLElement;
  readonly #map: MapLibreMap;
  readonly #scene: MapScene;
  #ground: Ground;

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
    this.#ground = sources.styleUrl === null ? "embedded" : "operator";
    this.#map = new MapLibreMap({
      container: host,
      style: sources.styleUrl ?? emptyStyle(readPalette(host)),
      attributionControl: false,
      interactive: false,
      fadeDuration: 0,
      pixelRatio: SIZE.density,
      minZoom: 0.5,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    });
    // So small, names would be specks.
    this.#map.on("styledata", () => hideNames(this.#map));
    this.#scene = new MapScene(this.#map, { locale, destination: null }, sources, (ground) => {
      this.#ground = ground;
    });
  }

  async draw(view: TripCover["map"]): Promise<DrawnCover | null> {
    // The theme may be another one by now.
    this.#scene.paint();
    this.#frame(view);
    const isWhole = await this.#rest();
    const canvas = document.createElement("canvas");
    canvas.width = SIZE.width * SIZE.density;
    canvas.height = SIZE.height * SIZE.density;
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.drawImage(this.#map.getCanvas(), 0, 0, canvas.width, canvas.height);
    context.scale(SIZE.density, SIZE.density);
    const spots =
      view.stops.length > 0 ? view.stops : view.destination ? [{ ...view.destination, day: 1 }] : [];
    const style = getComputedStyle(this.#host);
    const { lng } = this.#map.getCenter();
    drawPlan(
      context,
      spots.map((spot) => {
        const { x, y } = this.#project(spot, lng);
        return { x, y, day: spot.day };
      }),
      (token) => style.getPropertyValue(`--color-${token}`).trim(),
    );
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
    return picture && { picture, isWhole, credits: shownCredits(this.#map, this.#ground) };
  }

  close(): void {
    this.#scene.destroy();
    this.#map.remove();
    this.#host.remove();
  }

  #frame({ stops, destination }: TripCover["map"]): void {
    const bounds = boundsOf(stops);
    if (!bounds) {
      const zoom = TOWN_ZOOM[this.#ground];
      if (destination) this.#map.jumpTo({ center: [destination.lng, destination.lat], zoom });
      return;
    }
    const { west, south, east, north } = bounds;
    this.#map.fitBounds([west, south, east, north], { padding: PADDING, maxZoom: NEAREST, animate: false });
  }

  /** In the copy of the world that the map shows. */
  #project({ lat, lng }: { lat: number; lng: number }, near: number): { x: number; y: number } {
    return this.#map.project([lng + 360 * Math.round((near - lng) / 360), lat]);
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
        if (this.#scene.settled) end(true);
      };
      const timer = setTimeout(() => end(false), PATIENCE_MS);
      this.#map.on("idle", look);
      this.#map.triggerRepaint();
    });
  }
}

function hiddenHost(): HTMLElement {
  const host = document.createElement("div");
  const { width, height } = SIZE;
  Object.assign(host.style, {
    position: "fixed",
    left: "-9999px",
    top: "0",
    width: `${width}px`,
    height: `${height}px`,
    visibility: "hidden",
  });
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
