import {
  type ErrorEvent,
  type Map as MapLibreMap,
  type MapSourceDataEvent,
  VectorTileSource,
} from "maplibre-gl";
import type { Locale } from "#app/_i18n/locales.ts";
import { hasDrawableContent } from "./operator-style.ts";
import { streetLayers } from "./street-layers.ts";
import { openStreetTiles, type StreetTileConnection } from "./street-protocol.ts";
import { LOWEST_STREET_LAYER, STREET_SOURCE, STREETS_DRAWN_MARK } from "./street-source.ts";

/** After this time the map counts as drawn without streets; they may still be loaded later. */
const PATIENCE_MS = 5000;
/** The interval at which missing tiles are requested again. The circuit breaker for the server has closed by then. */
const AGAIN_MS = 75_000;
/** The key of the TileJSON in the set of failed tiles. */
const DESCRIPTION = "description";

interface StreetEvents {
  /** Is called when the first part of the streets is drawn. */
  onShown(): void;
  /** Is called after the first frame in which all streets of the view are drawn. */
  onDrawn(): void;
  /** Is called when streets begin or cease to be unavailable. */
  onMissing(isMissing: boolean): void;
}

/**
 * Draws streets over the embedded map, which stays unchanged until a part of the streets is drawn, and where no
 * streets can be loaded.
 */
export class StreetTiles {
  readonly #map: MapLibreMap;
  readonly #events: StreetEvents;
  #isShown = false;
  #isDecided = false;
  #isMissing = false;
  readonly #streets: StreetTileConnection;
  /** The keys of the tiles that could not be loaded. */
  readonly #failed = new Set<string>();
  readonly #timer: ReturnType<typeof setTimeout>;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** @param url the address of the tiles' TileJSON */
  constructor(map: MapLibreMap, url: string, events: StreetEvents) {
    this.#map = map;
    this.#streets = openStreetTiles(url);
    this.#timer = setTimeout(this.#decide, PATIENCE_MS);
    this.#events = events;
    map.on("sourcedata", this.#look);
    map.on("idle", this.#rest);
    // MapLibre writes errors without a listener to the console.
    map.on("error", this.#fail);
    window.addEventListener("online", this.#reconnect);
  }

  /** The id of the lowest street layer; undefined if the style has none. */
  get lowestLayer(): string | undefined {
    return this.#map.getLayer(LOWEST_STREET_LAYER) ? LOWEST_STREET_LAYER : undefined;
  }

  /** Whether a part of the streets is drawn. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** Whether the map no longer has to wait for streets: some are drawn, they have failed, or they take too long. */
  get isDecided(): boolean {
    return this.#isDecided;
  }

  /** Sets the names again after the reader has chosen another language. */
  rename(fonts: string[], locale: Locale): void {
    for (const { id, type, layout } of streetLayers(fonts, locale)) {
      if (type === "symbol" && layout && this.#map.getLayer(id))
        this.#map.setLayoutProperty(id, "text-field", layout["text-field"]);
    }
  }

  destroy(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
    this.#map.off("sourcedata", this.#look);
    this.#map.off("idle", this.#rest);
    this.#map.off("render", this.#mark);
    this.#map.off("error", this.#fail);
    window.removeEventListener("online", this.#reconnect);
  }

  readonly #look = (event: MapSourceDataEvent): void => {
    if (event.sourceId !== STREET_SOURCE) return;
    if (event.sourceDataType === "metadata") this.#failed.delete(DESCRIPTION);
    if (!hasDrawableContent(event)) return;
    this.#failed.delete(keyOf(event));
    this.#miss(this.#failed.size > 0);
    if (this.#isShown) return;
    this.#isShown = true;
    this.#decide();
    this.#events.onShown();
    this.#map.on("render", this.#mark);
  };

  readonly #mark = (): void => {
    if (!this.#map.isSourceLoaded(STREET_SOURCE)) return;
    this.#map.off("render", this.#mark);
    // Marks the time for performance measurements.
    performance.mark(STREETS_DRAWN_MARK);
    this.#events.onDrawn();
  };

  /** Records a failure. Where a tile fails, the embedded map stays visible, or an area without streets. */
  readonly #fail = (event: ErrorEvent & Failure): void => {
    if (event.sourceId !== STREET_SOURCE) return;
    this.#failed.add(keyOf(event));
    this.#miss(true);
    // A map that waits only for the TileJSON does not become idle after its failure without a repaint.
    this.#map.triggerRepaint();
    this.#again ??= setTimeout(this.#retry, AGAIN_MS);
  };

  readonly #retry = (): void => {
    clearTimeout(this.#again);
    this.#again = undefined;
    const source = this.#map.getSource(STREET_SOURCE);
    if (!this.#isMissing || !(source instanceof VectorTileSource)) return;
    // The set of failed tiles is cleared: tiles that are no longer visible are not requested again, and tiles that
    // fail again are added again.
    this.#failed.clear();
    // Without its TileJSON a source has no tiles to request again, so the TileJSON is requested first.
    if (source.tiles) this.#map.refreshTiles(STREET_SOURCE);
    else void source.load();
  };

  readonly #reconnect = (): void => {
    this.#streets.wake();
    this.#retry();
  };

  #miss(isMissing: boolean): void {
    if (this.#isMissing === isMissing) return;
    this.#isMissing = isMissing;
    this.#events.onMissing(isMissing);
  }

  /** Is called when every requested tile is loaded or has failed. */
  readonly #rest = (): void => {
    if (this.#map.getSource(STREET_SOURCE)) this.#decide();
  };

  readonly #decide = (): void => {
    this.#isDecided = true;
    clearTimeout(this.#timer);
  };
}

/** The properties of MapLibre's error event that its type lacks. */
interface Failure {
  sourceId?: string;
  tile?: unknown;
}

function keyOf({ tile }: { tile?: unknown }): string {
  const id = typeof tile === "object" && tile !== null && "tileID" in tile ? tile.tileID : null;
  return typeof id === "object" && id !== null && "key" in id ? String(id.key) : DESCRIPTION;
}
