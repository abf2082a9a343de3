import type { Map as MapLibreMap, MapSourceDataEvent } from "maplibre-gl";
import type { Locale } from "#app/_i18n/locales.ts";
import { brings } from "./operator-style.ts";
import { streetLayers } from "./street-layers.ts";
import { streetsAddress } from "./street-protocol.ts";
import { STREET_SOURCE } from "./street-source.ts";

/** From then on the map counts as drawn without them; they may still come. */
const PATIENCE_MS = 5000;

/** Streets over the embedded map, which stays as it is until something of them is drawn, and where none can be had. */
export class StreetTiles {
  readonly #map: MapLibreMap;
  readonly #url: string;
  readonly #onShown: () => void;
  #isShown = false;
  #isDecided = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param url of their TileJSON */
  constructor(map: MapLibreMap, url: string, onShown: () => void) {
    this.#map = map;
    this.#url = url;
    this.#onShown = onShown;
    map.on("sourcedata", this.#look);
    map.on("idle", this.#rest);
    // MapLibre would write what nobody listens to into the console.
    map.on("error", ignore);
  }

  /** Whether something of them is drawn. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** Whether the map need not wait for them any more. */
  get isDecided(): boolean {
    return this.#isDecided;
  }

  /** Into a style that lacks them; `below`: the layer above all of theirs, where it is there. */
  add(fonts: string[], locale: Locale, below: string): void {
    const map = this.#map;
    if (map.getSource(STREET_SOURCE)) return;
    this.#timer ??= setTimeout(this.#decide, PATIENCE_MS);
    map.addSource(STREET_SOURCE, { type: "vector", url: streetsAddress(this.#url) });
    const before = map.getLayer(below) ? below : undefined;
    for (const layer of streetLayers(fonts, locale)) map.addLayer(layer, before);
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
    this.#map.off("sourcedata", this.#look);
    this.#map.off("idle", this.#rest);
    this.#map.off("error", ignore);
  }

  readonly #look = (event: MapSourceDataEvent): void => {
    if (this.#isShown || event.sourceId !== STREET_SOURCE || !brings(event)) return;
    this.#isShown = true;
    this.#decide();
    this.#onShown();
  };

  /** All that was asked for has come or failed. */
  readonly #rest = (): void => {
    if (this.#map.getSource(STREET_SOURCE)) this.#decide();
  };

  readonly #decide = (): void => {
    this.#isDecided = true;
    clearTimeout(this.#timer);
  };
}

function ignore(): void {
  // What fails leaves the embedded map, or a hole.
}
