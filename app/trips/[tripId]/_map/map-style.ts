import type { LayerSpecification, StyleSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Locale } from "#app/_i18n/locales.ts";
import type { MapSources } from "#lib/shared/map-sources.ts";
import { streetLayers, streetLayerColors } from "./street-layers.ts";
import { STREET_SOURCE, STREETS_TILEJSON_URL } from "./street-source.ts";

/** The colours that the current theme gives to the tokens of the style sheet. */
export type Palette = Record<PaletteToken, string>;
type PaletteToken = (typeof TOKENS)[number];

const TOKENS = [
  "map-land",
  "map-street",
  "map-major",
  "map-case",
  "map-water",
  "map-water-text",
  "map-park",
  "map-park-text",
  "map-hill",
  "map-prec",
  "map-rail",
  "map-text",
] as const;

export const BASE_SOURCE = "basemap";
export const BORDER_SOURCE = "borders";
export const NAME_SOURCE = "names";

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const entries = TOKENS.map((token) => [
    token,
    style.getPropertyValue(`--color-${token}`).trim() || "transparent",
  ]);
  return Object.fromEntries(entries) as Palette;
}

/**
 * Returns the first style of the embedded map: everything has the calm colour of land that the page shows before the
 * map, with streets over it if there are any. MapLibre applies one whole style much faster than layer by layer.
 */
export function baseMapStyle(palette: Palette, streets: Streets | null): StyleSpecification {
  const ground = {
    id: "ground",
    type: "background",
    paint: { "background-color": palette["map-land"] },
  } as const;
  if (!streets) return { version: 8, sources: {}, layers: [ground] };
  const layers = streetLayers(streets.fonts, streets.locale);
  return {
    version: 8,
    sources: { [STREET_SOURCE]: { type: "vector", url: STREETS_TILEJSON_URL } },
    layers: [ground, ...painted(layers, streetLayerColors(palette))],
  };
}

/**
 * Returns the style of a new map in `host`: the operator's style, or our own, which is not validated at run time
 * because tests validate it.
 */
export function mapStyle(host: Element, { styleUrl, tilesUrl }: MapSources, locale: Locale) {
  if (styleUrl !== null) return { style: styleUrl };
  const streets = tilesUrl === null ? null : { fonts: fontStack(host), locale };
  return { style: baseMapStyle(readPalette(host), streets), validateStyle: false };
}

interface Streets {
  fonts: string[];
  locale: Locale;
}

function painted(layers: readonly LayerSpecification[], colors: readonly Paint[]): LayerSpecification[] {
  return layers.map((layer) => {
    const own = colors.flatMap(([id, property, color]) => (id === layer.id ? [[property, color]] : []));
    return { ...layer, paint: { ...layer.paint, ...Object.fromEntries(own) } };
  });
}

/** Returns the page's own fonts. MapLibre draws labels with them, so that no font server is needed. */
export function fontStack(element: Element): string[] {
  // The first name is no font: MapLibre reads the weight from it.
  return [
    "Medium",
    ...getComputedStyle(element)
      .fontFamily.split(",")
      .map((family) => family.trim()),
  ];
}

/** Returns the layers of land, borders and names, bottom first. */
export function baseLayers(fonts: string[]): LayerSpecification[] {
  return [
    { id: "land", type: "fill", source: BASE_SOURCE },
    {
      // At high zooms a coast of the embedded map is angular; a border in the colour of the land rounds its corners.
      id: "shore",
      type: "line",
      source: BASE_SOURCE,
      minzoom: 7,
      layout: { "line-join": "round" },
      paint: { "line-width": ["interpolate", ["exponential", 1.6], ["zoom"], 7, 0, 10, 7, 15, 64] },
    },
    {
      id: "borders",
      type: "line",
      source: BORDER_SOURCE,
      layout: { "line-join": "round" },
      paint: { "line-width": ["interpolate", ["linear"], ["zoom"], 2, 0.75, 8, 1.5], "line-opacity": 0.8 },
    },
    {
      id: "towns",
      type: "symbol",
      source: NAME_SOURCE,
      maxzoom: 13,
      filter: ["all", ["==", ["get", "kind"], "town"], [">=", ["zoom"], ["get", "minZoom"]]],
      layout: {
        ...words(fonts),
        "text-size": ["interpolate", ["linear"], ["zoom"], 3, 10.5, 9, 12.5],
        "text-letter-spacing": 0,
        "symbol-sort-key": ["get", "rank"],
      },
      paint: { "text-halo-width": 1.5 },
    },
    {
      id: "names",
      type: "symbol",
      source: NAME_SOURCE,
      maxzoom: 9,
      filter: ["all", ["==", ["get", "kind"], "country"], [">=", ["zoom"], ["get", "minZoom"]]],
      layout: {
        ...words(fonts),
        "text-size": ["interpolate", ["linear"], ["zoom"], 1, 11, 6, 13],
        "symbol-sort-key": ["get", "minZoom"],
      },
      paint: { "text-halo-width": 1.5 },
    },
    {
      id: "destination",
      type: "symbol",
      source: NAME_SOURCE,
      filter: ["==", ["get", "kind"], "destination"],
      layout: { ...words(fonts), "text-size": 14 },
      paint: { "text-halo-width": 1.5 },
    },
  ];
}

function words(fonts: string[]) {
  return {
    "text-field": ["get", "name"],
    "text-font": fonts,
    "text-letter-spacing": 0.06,
    "text-max-width": 8,
    "text-padding": 6,
  } as const satisfies SymbolLayerSpecification["layout"];
}

type ColorProperty = "fill-color" | "line-color" | "text-color" | "text-halo-color";
type Paint = readonly [layer: string, property: ColorProperty, value: string];

/** Returns the colours of all layers above the background, for the first paint and for a change of theme. */
export function layerColors(palette: Palette): readonly Paint[] {
  return [
    ...streetLayerColors(palette),
    ["land", "fill-color", palette["map-land"]],
    ["shore", "line-color", palette["map-land"]],
    ["borders", "line-color", palette["map-rail"]],
    ["names", "text-color", palette["map-text"]],
    ["names", "text-halo-color", palette["map-land"]],
    ["towns", "text-color", palette["map-text"]],
    ["towns", "text-halo-color", palette["map-land"]],
    ["destination", "text-color", palette["map-text"]],
    ["destination", "text-halo-color", palette["map-land"]],
  ];
}
