import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Locale } from "#app/_i18n/locales.ts";
import { growing, roadIds, roadLayers } from "./street-roads.ts";

/** Tiles of the OpenMapTiles schema. */
export const STREET_SOURCE = "streets";
/** Further out the embedded map draws land and water, which it has in one piece. */
export const STREETS_FROM = 6;

/** Areas, roads and names of the tiles, from the bottom up, as quiet as a ground for the plan has to be. */
export function streetLayers(fonts: string[], locale: Locale): LayerSpecification[] {
  return [...areaLayers(), ...roadLayers(STREET_SOURCE), ...nameLayers(fonts, locale)];
}

function areaLayers(): LayerSpecification[] {
  return [
    area("woods", "landcover", 6, ["match", ["get", "class"], ["wood", "grass", "wetland"], true, false]),
    area("sand", "landcover", 9, ["==", ["get", "class"], "sand"]),
    area("parks", "park", 7),
    area("gardens", "landuse", 10, [
      "match",
      ["get", "class"],
      ["cemetery", "pitch", "stadium", "zoo", "theme_park", "playground"],
      true,
      false,
    ]),
    area("precincts", "landuse", 12, [
      "match",
      ["get", "class"],
      ["hospital", "school", "university", "college", "kindergarten", "railway", "bus_station"],
      true,
      false,
    ]),
    area("waters", "water", STREETS_FROM),
    {
      id: "waterways",
      type: "line",
      source: STREET_SOURCE,
      "source-layer": "waterway",
      minzoom: 9,
      filter: ["!=", ["get", "brunnel"], "tunnel"],
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-width": growing([
          [9, 0.6],
          [14, 1.6],
          [19, 9],
        ]),
      },
    },
    area("runways", "aeroway", 11),
    area("squares", "transportation", 13, ["==", ["geometry-type"], "Polygon"]),
    {
      ...area("buildings", "building", 14),
      paint: { "fill-opacity": ["interpolate", ["linear"], ["zoom"], 14, 0, 15.5, 1] },
    } as LayerSpecification,
    {
      id: "frontiers",
      type: "line",
      source: STREET_SOURCE,
      "source-layer": "boundary",
      minzoom: STREETS_FROM,
      filter: ["all", ["<=", ["get", "admin_level"], 4], ["!=", ["get", "maritime"], 1]],
      layout: { "line-join": "round" },
      paint: {
        "line-width": ["case", ["<=", ["get", "admin_level"], 2], 1.5, 0.75],
        "line-dasharray": [4, 2],
        "line-opacity": 0.8,
      },
    },
  ];
}

function area(
  id: string,
  layer: string,
  minzoom: number,
  filter?: ExpressionSpecification,
): LayerSpecification {
  return {
    id,
    type: "fill",
    source: STREET_SOURCE,
    "source-layer": layer,
    minzoom,
    ...(filter && { filter }),
  };
}

/** Upper names win where there is no room for both: MapLibre places the last layer first. */
function nameLayers(fonts: string[], locale: Locale): LayerSpecification[] {
  const words = wordsIn(fonts, locale);
  return [
    {
      ...symbol("house-numbers", "housenumber", 17.5),
      layout: { "text-field": ["get", "housenumber"], "text-font": fonts, "text-size": 10 },
    },
    {
      ...symbol("sights", "poi", 15),
      filter: isSightFrom(15, 16.5),
      layout: {
        ...words(15),
        "text-size": 11,
        "text-anchor": "top",
        "text-offset": [0, 0.5],
        "text-max-width": 7,
        "symbol-sort-key": ["get", "rank"],
      },
    },
    {
      ...symbol("street-names", "transportation_name", 13),
      filter: [
        "match",
        ["get", "class"],
        ["path", "track", "service", "rail", "transit", "ferry"],
        [">=", ["zoom"], 16],
        true,
      ],
      layout: {
        ...words(17, "  "),
        "symbol-placement": "line",
        "text-size": growing([
          [13, 10.5],
          [18, 13],
        ]),
        "text-padding": 4,
      },
    },
    {
      ...symbol("station-names", "poi", 13.5),
      filter: [
        "all",
        ["==", ["get", "class"], "railway"],
        ["match", ["get", "subclass"], ["station", "halt", "subway"], true, false],
      ],
      layout: { ...words(15), "text-size": 11.5, "text-max-width": 7 },
    },
    {
      ...symbol("park-names", "park", 13),
      filter: ["==", ["geometry-type"], "Point"],
      layout: { ...words(16), "text-size": 11.5, "text-max-width": 7, "symbol-sort-key": ["get", "rank"] },
    },
    {
      ...symbol("river-names", "waterway", 13),
      layout: {
        ...words(16, "  "),
        "symbol-placement": "line",
        "text-size": 11.5,
        "text-letter-spacing": 0.04,
      },
    },
    {
      ...symbol("water-names", "water_name", 9),
      layout: { ...words(14), "text-size": 12, "text-max-width": 7 },
    },
    {
      ...symbol("airport-names", "aerodrome_label", 10),
      layout: { ...words(14), "text-size": 11.5, "text-max-width": 8 },
    },
    {
      ...symbol("district-names", "place", 12),
      maxzoom: 17,
      filter: ["match", ["get", "class"], ["suburb", "quarter", "neighbourhood", "borough"], true, false],
      layout: {
        ...words(15),
        "text-size": growing([
          [12, 10.5],
          [16, 13],
        ]),
        "text-transform": "uppercase",
        "text-letter-spacing": 0.08,
        "text-max-width": 8,
        "symbol-sort-key": ["get", "rank"],
      },
    },
    {
      ...symbol("town-names", "place", STREETS_FROM),
      maxzoom: 15,
      filter: ["match", ["get", "class"], ["city", "town", "village", "island"], true, false],
      layout: {
        ...words(11),
        "text-size": [
          "interpolate",
          ["linear"],
          ["zoom"],
          6,
          11,
          12,
          ["match", ["get", "class"], "city", 16, "town", 13.5, 12],
        ],
        "text-max-width": 8,
        "symbol-sort-key": ["get", "rank"],
      },
    },
  ];
}

function symbol(id: string, layer: string, minzoom: number) {
  return {
    id,
    type: "symbol",
    source: STREET_SOURCE,
    "source-layer": layer,
    minzoom,
    paint: { "text-halo-width": 1.5 },
  } as const;
}

const SIGHTS = [
  "museum",
  "art_gallery",
  "attraction",
  "castle",
  "theatre",
  "zoo",
  "aquarium",
  "monument",
  "park",
  "garden",
  "stadium",
];
const PLACES = [
  "place_of_worship",
  "hospital",
  "library",
  "town_hall",
  "lodging",
  "restaurant",
  "cafe",
  "shop",
  "grocery",
  "pharmacy",
  "college",
  "harbor",
  "beach",
];

/** What one looks for first, and more of it from closer on: never all that there is. */
function isSightFrom(sights: number, places: number): ExpressionSpecification {
  return [
    "any",
    [
      "all",
      [">=", ["zoom"], sights],
      ["match", ["get", "class"], SIGHTS, true, false],
      ["<=", ["get", "rank"], 30],
    ],
    [
      "all",
      [">=", ["zoom"], places],
      ["match", ["get", "class"], PLACES, true, false],
      ["<=", ["get", "rank"], 20],
    ],
  ];
}

/** Names in the reader's language, else in Latin letters; from a zoom on with the local one below, where it is another. */
function wordsIn(fonts: string[], locale: Locale) {
  const name = nameIn(locale);
  return (bothFrom: number, between = "\n") =>
    ({
      "text-field": [
        "step",
        ["zoom"],
        ["to-string", name],
        bothFrom,
        [
          "case",
          ["any", ["!", ["has", "name"]], ["==", ["to-string", name], ["to-string", ["get", "name"]]]],
          ["to-string", name],
          [
            "format",
            ["to-string", name],
            {},
            between,
            {},
            ["to-string", ["get", "name"]],
            { "font-scale": 0.9 },
          ],
        ],
      ],
      "text-font": fonts,
      "text-padding": 6,
    }) as const satisfies SymbolLayerSpecification["layout"];
}

/** Of a thing in the tiles. */
export function nameIn(locale: Locale): ExpressionSpecification {
  const own = locale === "zh" ? ["name:zh-Hans", "name:zh"] : [`name:${locale}`, `name_${locale}`];
  return [
    "coalesce",
    ...[...own, "name:latin", "name"].map((field) => ["get", field]),
  ] as ExpressionSpecification;
}

export type StreetToken =
  | "map-land"
  | "map-street"
  | "map-major"
  | "map-case"
  | "map-water"
  | "map-water-text"
  | "map-park"
  | "map-park-text"
  | "map-hill"
  | "map-prec"
  | "map-rail"
  | "map-text";

type ColorProperty = "fill-color" | "line-color" | "text-color" | "text-halo-color";

/** The colour of every layer, for the first paint and for a change of theme. */
export function streetPaints(palette: Readonly<Record<StreetToken, string>>) {
  const all = (ids: readonly string[], property: ColorProperty, token: StreetToken) =>
    ids.map((id) => [id, property, palette[token]] as const);
  const texts = (ids: readonly string[], token: StreetToken) => [
    ...all(ids, "text-color", token),
    ...all(ids, "text-halo-color", "map-land"),
  ];
  return [
    ...all(["woods"], "fill-color", "map-hill"),
    ...all(["sand", "precincts", "buildings"], "fill-color", "map-prec"),
    ...all(["parks", "gardens"], "fill-color", "map-park"),
    ...all(["waters"], "fill-color", "map-water"),
    ...all(["waterways"], "line-color", "map-water"),
    ...all(["runways", "squares"], "fill-color", "map-street"),
    ...all(["frontiers", ...roadIds("rail")], "line-color", "map-rail"),
    ...all([...roadIds("case"), ...roadIds("path")], "line-color", "map-case"),
    ...all(roadIds("street"), "line-color", "map-street"),
    ...all(roadIds("main"), "line-color", "map-major"),
    ...texts(["river-names", "water-names"], "map-water-text"),
    ...texts(["park-names"], "map-park-text"),
    ...texts(
      [
        "house-numbers",
        "sights",
        "street-names",
        "station-names",
        "airport-names",
        "district-names",
        "town-names",
      ],
      "map-text",
    ),
  ];
}
