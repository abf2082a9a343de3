import type { Feature, FeatureCollection, Point as PointGeometry } from "geojson";
import {
  type ExpressionSpecification,
  GeoJSONSource,
  type Map as MapLibreMap,
  type MapSourceDataEvent,
} from "maplibre-gl";
import { type Locale, intlLocales } from "#app/_i18n/locales.ts";
import type { Basemap } from "#lib/shared/basemap.ts";
import type { Point } from "#lib/shared/legs.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import { loadBasemap } from "./basemap-source.ts";
import {
  BASE_SOURCE,
  baseLayers,
  BORDER_SOURCE,
  fontStack,
  baseMapStyle,
  NAME_SOURCE,
  layerColors,
  type Palette,
  readPalette,
} from "./map-style.ts";
import { hasDrawableContent, OperatorStyle } from "./operator-style.ts";
import { MIN_STREETS_ZOOM } from "./street-source.ts";
import { StreetTiles } from "./street-tiles.ts";

/** The base map below the markers; "operator" is the style that the operator configured. */
export type BaseMapKind = "embedded" | "streets" | "operator";

export type Destination = Point & { name: string; countryCode?: string };

interface Names {
  locale: Locale;
  /** The destination is labelled on the map only while no stop has a place. */
  destination: Destination | null;
}

interface SceneEvents {
  /** Is called when streets are first drawn, and when the embedded map replaces an operator's style that failed. */
  onGround: (ground: BaseMapKind) => void;
  /** Is called when streets begin or cease to be unavailable. */
  onMissing: (isMissing: boolean) => void;
}

/** The layers of the embedded map that are hidden where streets are drawn. */
const COARSE_LAYERS = ["land", "borders", "towns", "destination"];

/** The embedded map is drawn after this time at the latest, even if the streets are neither loaded nor failed. */
const BASE_AFTER_MS = 1500;

/** The largest zoom for which MapLibre makes tiles of the embedded map; finer tiles would look the same. */
const BASE_MAX_ZOOM = 11;

/** Draws the base map in the colours of the theme: the embedded map, streets over it, or the operator's style. */
export class MapScene {
  readonly #map: MapLibreMap;
  readonly #operator: OperatorStyle | null = null;
  readonly #streets: StreetTiles | null = null;
  #embedded: boolean;
  #base: Basemap | null = null;
  #names: Names;
  #hasBegun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settled = false;
  #styled = false;
  /** Whether the coasts are drawn; only then is the background painted as water. */
  #landed = false;

  constructor(
    map: MapLibreMap,
    names: Names,
    { styleUrl, tilesUrl }: MapSources,
    { onGround, onMissing }: SceneEvents,
  ) {
    this.#map = map;
    this.#names = names;
    this.#embedded = styleUrl === null;
    // The canvas is hidden until it has content: the page below it has the colour of land, too, and without a graphics
    // card each frame costs a tenth of a second.
    map.getCanvas().style.visibility = "hidden";
    map.on("sourcedata", this.#look);
    map.on("idle", this.#rest);
    map.on("style.load", this.#dress);
    if (!this.#embedded) {
      this.#operator = new OperatorStyle(map, () => {
        this.#embed();
        onGround("embedded");
      });
      return;
    }
    if (tilesUrl !== null) {
      this.#streets = new StreetTiles(map, tilesUrl, {
        onShown: () => {
          this.paint();
          onGround("streets");
        },
        onDrawn: this.#beginBase,
        onMissing: (isMissing) => {
          this.#beginBase();
          onMissing(isMissing);
        },
      });
    }
  }

  /** Whether everything that will be drawn is known; tiles may still be loading. */
  get settled(): boolean {
    if (!this.#embedded) return this.#operator?.shown ?? false;
    return this.#settled && (this.#base === null || this.#landed) && (this.#streets?.isDecided ?? true);
  }

  /** Sets the canvas's accessible name. */
  rename(title: string): void {
    this.#map.getCanvas().setAttribute("aria-label", title);
  }

  showNames(names: Names): void {
    if (names.locale !== this.#names.locale)
      this.#streets?.rename(fontStack(this.#map.getContainer()), names.locale);
    this.#names = names;
    if (this.#base) this.#fill(NAME_SOURCE, nameFeatures(this.#base, names));
  }

  /** Applies the colours of the current theme. */
  paint(): void {
    if (!this.#styled) return;
    const palette = this.#palette();
    if (this.#embedded) this.#paintGround(palette);
    for (const [layer, property, value] of layerColors(palette)) {
      if (this.#map.getLayer(layer)) this.#map.setPaintProperty(layer, property, value);
    }
  }

  /** Where streets are drawn, the background is land and the coarse layers of the embedded map are hidden. */
  #paintGround(palette: Palette): void {
    const far = this.#landed ? palette["map-water"] : palette["map-land"];
    const isAmongStreets = this.#streets?.isShown ?? false;
    const ground: ExpressionSpecification | string = isAmongStreets
      ? ["step", ["zoom"], far, MIN_STREETS_ZOOM, palette["map-land"]]
      : far;
    this.#map.setPaintProperty("ground", "background-color", ground);
    if (!isAmongStreets) return;
    for (const layer of COARSE_LAYERS)
      if (this.#map.getLayer(layer)) this.#map.setLayerZoomRange(layer, 0, MIN_STREETS_ZOOM);
    if (this.#map.getLayer("shore")) this.#map.setLayoutProperty("shore", "visibility", "none");
  }

  readonly #look = (event: MapSourceDataEvent): void => {
    if (hasDrawableContent(event)) this.#reveal();
  };

  readonly #rest = (): void => {
    if (this.settled) this.#reveal();
  };

  /** Shows the canvas, on the first drawn content or once it is known that there will be none. */
  #reveal(): void {
    this.#stopLooking();
    this.#map.getCanvas().style.visibility = "";
  }

  #stopLooking(): void {
    this.#map.off("sourcedata", this.#look);
    this.#map.off("idle", this.#rest);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#stopLooking();
    this.#map.off("style.load", this.#dress);
    this.#map.off("render", this.#land);
    this.#operator?.destroy();
    this.#streets?.destroy();
    this.#styled = false;
  }

  #palette(): Palette {
    return readPalette(this.#map.getContainer());
  }

  #embed(): void {
    this.#embedded = true;
    this.#styled = false;
    // The operator's style may not be loaded, and no layer is worth reusing, so the two styles are not compared.
    this.#map.setStyle(baseMapStyle(this.#palette(), null), { diff: false });
    this.#beginBase();
  }

  /** Draws streets first where there are any: the coasts of the world take as long to draw as all streets. */
  #beginBaseInTime(): void {
    if (this.#streets && this.#map.getZoom() >= MIN_STREETS_ZOOM)
      this.#timer ??= setTimeout(this.#beginBase, BASE_AFTER_MS);
    else this.#beginBase();
  }

  readonly #beginBase = (): void => {
    clearTimeout(this.#timer);
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#loadBase();
  };

  async #loadBase(): Promise<void> {
    try {
      this.#base = await loadBasemap();
    } catch {
      // Without the embedded map the ground is plain; markers and routes are not affected.
    }
    this.#settled = true;
    // Layers are only added to a loaded style. The style may not be loaded yet, and the map may have been removed.
    if (this.#styled) this.#dress();
  }

  /**
   * Adds missing sources and layers to the loaded style. After a lost WebGL context MapLibre restores its own copy of
   * them.
   */
  readonly #dress = (): void => {
    this.#styled = true;
    const map = this.#map;
    const fonts = fontStack(map.getContainer());
    if (this.#embedded) this.#beginBaseInTime();
    if (this.#embedded && this.#base && !map.getSource(BASE_SOURCE)) {
      map.addSource(BASE_SOURCE, { type: "geojson", data: landFeatures(this.#base), maxzoom: BASE_MAX_ZOOM });
      map.addSource(BORDER_SOURCE, {
        type: "geojson",
        data: borderFeatures(this.#base),
        maxzoom: BASE_MAX_ZOOM,
      });
      map.addSource(NAME_SOURCE, { type: "geojson", data: nameFeatures(this.#base, this.#names) });
      const lowest = this.#streets?.lowestLayer;
      for (const layer of baseLayers(fonts))
        map.addLayer(layer, layer.type === "symbol" ? undefined : lowest);
      map.on("render", this.#land);
    }
    this.paint();
  };

  /** Paints the sea after the land is drawn; earlier, the sea would flash where land is still loading. */
  readonly #land = (): void => {
    if (!this.#map.isSourceLoaded(BASE_SOURCE)) return;
    this.#map.off("render", this.#land);
    this.#landed = true;
    if (this.#styled) this.paint();
  };

  #fill(id: string, data: FeatureCollection): void {
    const source = this.#map.getSource(id);
    if (source instanceof GeoJSONSource) void source.setData(data);
  }
}

function landFeatures({ land }: Basemap): FeatureCollection {
  return {
    type: "FeatureCollection",
    features: land.map((coordinates) => feature({ type: "Polygon", coordinates })),
  };
}

function borderFeatures({ borders }: Basemap): FeatureCollection {
  return {
    type: "FeatureCollection",
    features: borders.map((coordinates) => feature({ type: "LineString", coordinates })),
  };
}

function feature(geometry: Feature["geometry"]): Feature {
  return { type: "Feature", properties: null, geometry };
}

function nameFeatures(
  { countries, towns }: Basemap,
  { locale, destination }: Names,
): FeatureCollection<PointGeometry> {
  const regions = new Intl.DisplayNames(intlLocales[locale], { type: "region", style: "long" });
  const names = [
    ...countries.map(({ code, at, minZoom }) =>
      named(regions.of(code) ?? code, at, { kind: "country", minZoom }),
    ),
    ...towns.map(({ name, zh, at, minZoom }, rank) =>
      named((locale === "zh" && zh) || name, at, { kind: "town", minZoom, rank }),
    ),
  ];
  if (destination) {
    names.push(named(destination.name, [destination.lng, destination.lat], { kind: "destination" }));
  }
  return { type: "FeatureCollection", features: names };
}

function named(name: string, at: number[], properties: object): Feature<PointGeometry> {
  return {
    type: "Feature",
    properties: { name, ...properties },
    geometry: { type: "Point", coordinates: at },
  };
}
