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
  groundStyle,
  NAME_SOURCE,
  paints,
  type Palette,
  readPalette,
} from "./map-style.ts";
import { brings, OperatorStyle } from "./operator-style.ts";
import { STREETS_FROM } from "./street-source.ts";
import { StreetTiles } from "./street-tiles.ts";

/** What is drawn below the markers. */
export type Ground = "embedded" | "streets" | "operator";

export type Destination = Point & { name: string; countryCode?: string };

interface Names {
  locale: Locale;
  /** Named on the map only while the trip has no stop to name. */
  destination: Destination | null;
}

interface SceneEvents {
  /** The operator's style cannot be had, and the embedded map stands in for it; or streets are drawn over that. */
  onGround: (ground: Ground) => void;
  /** Whether streets that should be there cannot be had now. */
  onMissing: (isMissing: boolean) => void;
}

/** Of the embedded map, where streets are drawn. */
const COARSE_LAYERS = ["land", "borders", "towns"];

/** Then the embedded map is drawn, whatever has come of the streets. */
const BASE_AFTER_MS = 1500;

/** Data for finer tiles than this would look the same. */
const BASE_MAX_ZOOM = 11;

/** What is drawn below the markers, in the colours of the theme: the embedded map, streets over it, or the operator's own. */
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
  /** The coasts are drawn: from now on what is not land is water. */
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
    // What lies below it has the colour of land too. Without a graphics card each empty picture costs a tenth of a second.
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

  /** Whether all that will be drawn is known; tiles may still be on their way. */
  get settled(): boolean {
    if (!this.#embedded) return this.#operator?.shown ?? false;
    return this.#settled && (this.#base === null || this.#landed) && (this.#streets?.isDecided ?? true);
  }

  /** What the canvas is called by screen readers. */
  rename(title: string): void {
    this.#map.getCanvas().setAttribute("aria-label", title);
  }

  showNames(names: Names): void {
    if (names.locale !== this.#names.locale)
      this.#streets?.rename(fontStack(this.#map.getContainer()), names.locale);
    this.#names = names;
    if (this.#base) this.#fill(NAME_SOURCE, nameFeatures(this.#base, names));
  }

  /** After the theme changed. */
  paint(): void {
    if (!this.#styled) return;
    const palette = this.#palette();
    if (this.#embedded) this.#paintGround(palette);
    for (const [layer, property, value] of paints(palette)) {
      if (this.#map.getLayer(layer)) this.#map.setPaintProperty(layer, property, value);
    }
  }

  /** Among streets all that is not water is land, and what the embedded map draws coarsely is left out. */
  #paintGround(palette: Palette): void {
    const far = this.#landed ? palette["map-water"] : palette["map-land"];
    const isAmongStreets = this.#streets?.isShown ?? false;
    const ground: ExpressionSpecification | string = isAmongStreets
      ? ["step", ["zoom"], far, STREETS_FROM, palette["map-land"]]
      : far;
    this.#map.setPaintProperty("ground", "background-color", ground);
    if (!isAmongStreets) return;
    for (const layer of COARSE_LAYERS)
      if (this.#map.getLayer(layer)) this.#map.setLayerZoomRange(layer, 0, STREETS_FROM);
    if (this.#map.getLayer("shore")) this.#map.setLayoutProperty("shore", "visibility", "none");
  }

  readonly #look = (event: MapSourceDataEvent): void => {
    if (brings(event)) this.#reveal();
  };

  readonly #rest = (): void => {
    if (this.settled) this.#reveal();
  };

  /** From the first thing that is drawn on, or once it is known that nothing will be. */
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
    // Nothing of the other is worth comparing, and it may not be there at all.
    this.#map.setStyle(groundStyle(this.#palette(), null), { diff: false });
    this.#beginBase();
  }

  /** Where streets are about to be drawn, they come first: the coasts of the world take as long to draw as all of them. */
  #beginBaseInTime(): void {
    if (this.#streets && this.#map.getZoom() >= STREETS_FROM)
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
      // Without it the ground stays plain; markers and routes are all there.
    }
    this.#settled = true;
    // The style may not be there yet, the map may be gone by now.
    if (this.#styled) this.#dress();
  }

  /** Adds what the style does not have yet; after a lost context the map brings its own copy of it. */
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

  /** Not before: the sea would flash up where the land is still on its way. */
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
