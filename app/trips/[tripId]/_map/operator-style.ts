import type { Map as MapLibreMap, MapSourceDataEvent } from "maplibre-gl";

/** How long a style may take until something of it can be seen. */
const PATIENCE_MS = 5000;

/**
 * Watches a style from elsewhere until it has brought something to see, and calls once if it does not: the style or all
 * of its tiles cannot be had, or they take too long. What is missing later leaves the map as it is.
 */
export class OperatorStyle {
  readonly #map: MapLibreMap;
  readonly #onFailure: () => void;
  readonly #timer: ReturnType<typeof setTimeout>;
  #loaded = false;
  #shown = false;
  #decided = false;

  constructor(map: MapLibreMap, onFailure: () => void) {
    this.#map = map;
    this.#onFailure = onFailure;
    this.#timer = setTimeout(this.#fail, PATIENCE_MS);
    map.on("style.load", this.#load);
    map.on("sourcedata", this.#look);
    map.on("idle", this.#rest);
    map.on("error", this.#hear);
  }

  /** Whether something of it is drawn. */
  get shown(): boolean {
    return this.#shown;
  }

  destroy(): void {
    this.#stop();
    this.#map.off("error", this.#hear);
  }

  /** Errors are still heard, without a word: MapLibre would write what nobody listens to into the console. */
  #stop(): void {
    this.#decided = true;
    clearTimeout(this.#timer);
    this.#map.off("style.load", this.#load);
    this.#map.off("sourcedata", this.#look);
    this.#map.off("idle", this.#rest);
  }

  readonly #fail = (): void => {
    if (this.#decided) return;
    this.#stop();
    this.#onFailure();
  };

  readonly #load = (): void => {
    this.#loaded = true;
    // A mere ground has nothing that could still come.
    if (Object.keys(this.#map.getStyle().sources).length === 0) this.#accept();
  };

  readonly #look = (event: MapSourceDataEvent): void => {
    if (brings(event)) this.#accept();
  };

  /** Everything that was asked for has come or failed. */
  readonly #rest = (): void => {
    // Whoever else hears of the rest still finds the style that it is about.
    if (this.#loaded && !this.#shown) queueMicrotask(this.#fail);
  };

  readonly #hear = (): void => {
    // Without the style itself nothing else is on its way.
    if (!this.#loaded && !this.#shown) this.#fail();
  };

  #accept(): void {
    this.#shown = true;
    this.#stop();
  }
}

/** Whether there is something to draw in it; a vector tile that the server does not have counts as loaded, too. */
export function brings({ source, sourceDataType, tile }: MapSourceDataEvent): boolean {
  if (source.type === "vector") return Boolean(tile?.latestFeatureIndex);
  if (source.type === "raster" || source.type === "raster-dem") return tile?.hasData() ?? false;
  return sourceDataType === "content";
}
