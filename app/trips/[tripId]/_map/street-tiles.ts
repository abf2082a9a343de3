import {
  type ErrorEvent,
  type Map as MapLibreMap,
  type MapSourceDataEvent,
  VectorTileSource,
} from "maplibre-gl";
import type { Locale } from "#app/_i18n/locales.ts";
import { brings } from "./operator-style.ts";
import { streetLayers } from "./street-layers.ts";
import { openStreets, type Streets } from "./street-protocol.ts";
import { LOWEST_STREETS, STREET_SOURCE, STREETS_DRAWN } from "./street-source.ts";

/** From then on the map counts as drawn without them; they may still come. */
const PATIENCE_MS = 5000;
/** Where they cannot be had, they are tried again so often: whoever gives them has rested by then. */
const AGAIN_MS = 75_000;
/** Among the tiles that failed. */
const DESCRIPTION = "description";

interface StreetEvents {
  /** The first time that something of them is drawn. */
  onShown(): void;
  /** The first picture with all of them in it is drawn. */
  onDrawn(): void;
  /** Whether the last that was asked for could not be had. */
  onMissing(isMissing: boolean): void;
}

/** Streets over the embedded map, which stays as it is until something of them is drawn, and where none can be had. */
export class StreetTiles {
  readonly #map: MapLibreMap;
  readonly #events: StreetEvents;
  #isShown = false;
  #isDecided = false;
  #isMissing = false;
  readonly #streets: Streets;
  /** What could not be had, by the keys of tiles. */
  readonly #failed = new Set<string>();
  readonly #timer: ReturnType<typeof setTimeout>;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** @param url of their TileJSON */
  constructor(map: MapLibreMap, url: string, events: StreetEvents) {
    this.#map = map;
    this.#streets = openStreets(url);
    this.#timer = setTimeout(this.#decide, PATIENCE_MS);
    this.#events = events;
    map.on("sourcedata", this.#look);
    map.on("idle", this.#rest);
    // MapLibre would write what nobody listens to into the console.
    map.on("error", this.#fail);
    window.addEventListener("online", this.#reconnect);
  }

  /** Of theirs in the style; undefined where they are not in it. */
  get lowestLayer(): string | undefined {
    return this.#map.getLayer(LOWEST_STREETS) ? LOWEST_STREETS : undefined;
  }

  /** Whether something of them is drawn. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** Whether the map need not wait for them any more. */
  get isDecided(): boolean {
    return this.#isDecided;
  }

  /** After the reader has chosen another language. */
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
    if (!brings(event)) return;
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
    // For whoever measures.
    performance.mark(STREETS_DRAWN);
    this.#events.onDrawn();
  };

  /** What fails leaves the embedded map, or a hole. */
  readonly #fail = (event: ErrorEvent & Failure): void => {
    if (event.sourceId !== STREET_SOURCE) return;
    this.#failed.add(keyOf(event));
    this.#miss(true);
    // A map that waited for a description alone would not notice that it waits for nothing any more.
    this.#map.triggerRepaint();
    this.#again ??= setTimeout(this.#retry, AGAIN_MS);
  };

  readonly #retry = (): void => {
    clearTimeout(this.#again);
    this.#again = undefined;
    const source = this.#map.getSource(STREET_SOURCE);
    if (!this.#isMissing || !(source instanceof VectorTileSource)) return;
    // What is out of sight by now is asked for by nobody; what fails again is noted again.
    this.#failed.clear();
    // Without its description a source has no tiles that could be asked for again.
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

  /** All that was asked for has come or failed. */
  readonly #rest = (): void => {
    if (this.#map.getSource(STREET_SOURCE)) this.#decide();
  };

  readonly #decide = (): void => {
    this.#isDecided = true;
    clearTimeout(this.#timer);
  };
}

/** What an event of MapLibre says beside its own type. */
interface Failure {
  sourceId?: string;
  tile?: unknown;
}

function keyOf({ tile }: { tile?: unknown }): string {
  const id = typeof tile === "object" && tile !== null && "tileID" in tile ? tile.tileID : null;
  return typeof id === "object" && id !== null && "key" in id ? String(id.key) : DESCRIPTION;
}
