import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from "maplibre-gl";
import type { Locale } from "#app/_i18n/locales.ts";
import { zoomInterpolation } from "./street-roads.ts";
import { STREET_SOURCE, MIN_STREETS_ZOOM } from "./street-source.ts";

/**
 * Returns the layers of names, bottom first. MapLibre places the last layer first, so that upper names win where two
 * overlap.
 */
export function nameLayers(fonts: string[], locale: Locale): LayerSpecification[] {
  const words = wordsIn(fonts, locale);
  const numbers: LayerSpecification = {
    ...symbol("house-numbers", "housenumber", 17.5),
    layout: { "text-field": ["get", "housenumber"], "text-font": fonts, "text-size": 10 },
  };
  return [numbers, ...sightAndStreetNames(words), ...landmarkNames(words), ...placeNames(words)];
}

/** Sorts the names of features by rank; small features have no rank in the tiles and come last. */
const BY_RANK: ExpressionSpecification = ["coalesce", ["get", "rank"], 99];

type Words = ReturnType<typeof wordsIn>;

function sightAndStreetNames(words: Words): LayerSpecification[] {
  return [
    {
      ...symbol("sights", "poi", 15),
      filter: isSightFrom(15, 16.5),
      layout: {
        ...words(15),
        "text-size": 11,
        "text-anchor": "top",
        "text-offset": [0, 0.5],
        "text-max-width": 7,
        "symbol-sort-key": BY_RANK,
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
        "text-size": zoomInterpolation([
          [13, 10.5],
          [18, 13],
        ]),
        "text-padding": 4,
      },
    },
  ];
}

function landmarkNames(words: Words): LayerSpecification[] {
  return [
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
      layout: { ...words(16), "text-size": 11.5, "text-max-width": 7, "symbol-sort-key": BY_RANK },
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
  ];
}

function placeNames(words: Words): LayerSpecification[] {
  return [
    {
      ...symbol("district-names", "place", 12),
      maxzoom: 17,
      filter: ["match", ["get", "class"], ["suburb", "quarter", "neighbourhood", "borough"], true, false],
      layout: {
        ...words(15),
        "text-size": zoomInterpolation([
          [12, 10.5],
          [16, 13],
        ]),
        "text-transform": "uppercase",
        "text-letter-spacing": 0.08,
        "text-max-width": 8,
        "symbol-sort-key": BY_RANK,
      },
    },
    {
      ...symbol("town-names", "place", MIN_STREETS_ZOOM),
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
        "symbol-sort-key": BY_RANK,
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

/** Filters the points of interest: sights from one zoom on, other places from a higher one, never all of them. */
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

/**
 * Returns labels in the reader's language, else in Latin letters; from a zoom on, with the local name below if it
 * differs.
 */
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

/** The name of a feature of the tiles in the reader's language, else in Latin letters, else the local one. */
function nameIn(locale: Locale): ExpressionSpecification {
  const own = locale === "zh" ? ["name:zh-Hans", "name:zh"] : [`name:${locale}`, `name_${locale}`];
  return [
    "coalesce",
    ...[...own, "name:latin", "name"].map((field) => ["get", field]),
  ] as ExpressionSpecification;
}
