import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { Locale } from "#app/_i18n/locales.ts";
import { nameLayers } from "./street-names.ts";
import { zoomInterpolation, roadIds, roadLayers } from "./street-roads.ts";
import { LOWEST_STREET_LAYER, STREET_SOURCE, MIN_STREETS_ZOOM } from "./street-source.ts";

/**
 * Returns the layers of areas, roads and names of the street tiles, bottom first. They are quiet, because the plan is
 * drawn above them.
 */
export function streetLayers(fonts: string[], locale: Locale): LayerSpecification[] {
  return [...areaLayers(), ...roadLayers(STREET_SOURCE), ...nameLayers(fonts, locale)];
}

function areaLayers(): LayerSpecification[] {
  const woods = ["wood", "grass", "wetland"];
  return [
    area(LOWEST_STREET_LAYER, "landcover", 6, ["match", ["get", "class"], woods, true, false]),
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
    area("waters", "water", MIN_STREETS_ZOOM),
    {
      id: "waterways",
      type: "line",
      source: STREET_SOURCE,
      "source-layer": "waterway",
      minzoom: 9,
      filter: ["!=", ["get", "brunnel"], "tunnel"],
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-width": zoomInterpolation([
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
      minzoom: MIN_STREETS_ZOOM,
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

/** Returns the colours of all street layers, for the first paint and for a change of theme. */
export function streetLayerColors(palette: Readonly<Record<StreetToken, string>>) {
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
