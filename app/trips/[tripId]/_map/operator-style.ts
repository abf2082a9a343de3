import type { Map as MapLibreMap, MapSourceDataEvent } from "maplibre-gl";

/** The time until which a style must have drawn something; after that it counts as failed. */
const PATIENCE_MS = 5000;

/**
 * Watches the operator's style until something of it is drawn. Calls `onFailure` once if that does not happen: the
 * style or all of its tiles cannot be loaded, or they take too long. Later failures change nothing.
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

  /** Whether something of the style is drawn. */
  get shown(): boolean {
    return this.#shown;
  }

  destroy(): void {
    this.#stop();
    this.#map.off("error", this.#hear);
  }

  /**
   * Stops watching. The listener for errors stays and does nothing, because MapLibre writes errors without a listener
   * to the console.
   */
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
    // A style without sources has nothing to load and is complete.
    if (Object.keys(this.#map.getStyle().sources).length === 0) this.#accept();
  };

  readonly #look = (event: MapSourceDataEvent): void => {
    if (hasDrawableContent(event)) this.#accept();
  };

  /** Is called when every requested tile is loaded or has failed. */
  readonly #rest = (): void => {
    // The failure replaces the style, so it is reported after the other listeners of this event have run.
    if (this.#loaded && !this.#shown) queueMicrotask(this.#fail);
  };

  readonly #hear = (): void => {
    // If the style itself cannot be loaded, nothing else will be loaded, so it counts as failed at once.
    if (!this.#loaded && !this.#shown) this.#fail();
  };

  #accept(): void {
    this.#shown = true;
    this.#stop();
  }
}

/**
 * Whether an event of a source brings content to draw. A vector tile that the server does not have also counts as
 * loaded, so its features are checked.
 */
export function hasDrawableContent({ source, sourceDataType, tile }: MapSourceDataEvent): boolean {
  if (source.type === "vector") return Boolean(tile?.latestFeatureIndex);
  if (source.type === "raster" || source.type === "raster-dem") return tile?.hasData() ?? false;
  return sourceDataType === "content";
}
