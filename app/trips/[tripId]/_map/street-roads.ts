import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from "maplibre-gl";

/** Roads of one width, narrow ones first. The classes are those of the OpenMapTiles schema. */
interface Roads {
  name: "service" | "minor" | "main" | "major" | "motorway";
  classes: readonly string[];
  /** The zoom from which the roads are drawn. */
  from: number;
  /** The width in pixels at several zooms. */
  width: ReadonlyArray<readonly [zoom: number, pixels: number]>;
  hasCase: boolean;
}

const ROADS: readonly Roads[] = [
  {
    name: "service",
    classes: ["service"],
    from: 14,
    width: [
      [14, 0.6],
      [16, 2],
      [19, 9],
    ],
    hasCase: false,
  },
  {
    name: "minor",
    classes: ["minor", "busway", "bus_guideway"],
    from: 12,
    width: [
      [12, 0.5],
      [14, 2],
      [16, 6],
      [19, 18],
    ],
    hasCase: true,
  },
  {
    name: "main",
    classes: ["secondary", "tertiary"],
    from: 9,
    width: [
      [9, 0.5],
      [12, 1.8],
      [14, 3.5],
      [16, 9],
      [19, 24],
    ],
    hasCase: true,
  },
  {
    name: "major",
    classes: ["primary", "trunk"],
    from: 7,
    width: [
      [7, 0.6],
      [11, 2],
      [14, 5],
      [16, 11],
      [19, 28],
    ],
    hasCase: true,
  },
  {
    name: "motorway",
    classes: ["motorway"],
    from: 5,
    width: [
      [5, 0.6],
      [10, 2.2],
      [14, 5.5],
      [16, 12],
      [19, 30],
    ],
    hasCase: true,
  },
];

/** The levels on which roads cross, lowest first. */
const LEVELS = ["tunnel", "ground", "bridge"] as const;
type Level = (typeof LEVELS)[number];

const CASE_PX = 1;

/**
 * Returns all road layers: tunnels below the ground level, bridges above it, and within a level casings below fills.
 */
export function roadLayers(source: string): LayerSpecification[] {
  return LEVELS.flatMap((level) => [
    ...pathLayers(source, level),
    ...ROADS.filter(({ hasCase }) => hasCase).map((roads) => roadLayer(source, level, roads, "case")),
    ...ROADS.map((roads) => roadLayer(source, level, roads, "fill")),
    ...(level === "ground" ? railLayers(source) : []),
  ]);
}

/** Returns the ids of all layers that have one colour. */
export function roadIds(part: "case" | "street" | "main" | "path" | "rail"): string[] {
  if (part === "rail") return ["rail", "rail-ties"];
  if (part === "path") return LEVELS.map((level) => `${level}-path`);
  return LEVELS.flatMap((level) =>
    ROADS.filter(({ name, hasCase }) => (part === "case" ? hasCase : isMain(name) === (part === "main"))).map(
      ({ name }) => `${level}-${name}-${part === "case" ? "case" : "fill"}`,
    ),
  );
}

function isMain(name: Roads["name"]): boolean {
  return name === "major" || name === "motorway";
}

function roadLayer(source: string, level: Level, roads: Roads, part: "case" | "fill"): LayerSpecification {
  const { name, classes, from, width } = roads;
  const extra = part === "case" ? 2 * CASE_PX : 0;
  return {
    id: `${level}-${name}-${part}`,
    type: "line",
    source,
    "source-layer": "transportation",
    minzoom: part === "case" ? Math.max(from, 11) : from,
    filter: ["all", isLine, isOn(level), isOf(classes)],
    layout: { "line-join": "round", "line-cap": level === "ground" ? "round" : "butt" },
    paint: {
      "line-width": zoomInterpolation(width.map(([zoom, pixels]) => [zoom, pixels + extra])),
      ...(level === "tunnel" && { "line-opacity": 0.5 }),
    },
  };
}

function pathLayers(source: string, level: Level): LayerSpecification[] {
  return [
    {
      id: `${level}-path`,
      type: "line",
      source,
      "source-layer": "transportation",
      minzoom: 14,
      filter: ["all", isLine, isOn(level), isOf(["path", "track", "pedestrian"])],
      layout: { "line-join": "round", "line-cap": "round" },
      paint: {
        "line-width": zoomInterpolation([
          [14, 0.6],
          [17, 1.6],
          [19, 4],
        ]),
        "line-dasharray": [0.1, 2],
        ...(level === "tunnel" && { "line-opacity": 0.5 }),
      },
    },
  ];
}

/** Draws railways as a line with ties across, as is usual on maps; underground lines are faint. */
function railLayers(source: string): LayerSpecification[] {
  const width: ReadonlyArray<readonly [number, number]> = [
    [10, 0.6],
    [14, 1.2],
    [18, 2.4],
  ];
  const opacity: ExpressionSpecification = ["case", ["==", ["get", "brunnel"], "tunnel"], 0.35, 1];
  const filter: FilterSpecification = ["all", isLine, isOf(["rail", "transit"])];
  const common = { type: "line", source, "source-layer": "transportation", minzoom: 10, filter } as const;
  return [
    { ...common, id: "rail", paint: { "line-width": zoomInterpolation(width), "line-opacity": opacity } },
    {
      ...common,
      id: "rail-ties",
      minzoom: 13,
      paint: {
        "line-width": zoomInterpolation(width.map(([zoom, pixels]) => [zoom, 3.5 * pixels])),
        "line-dasharray": [0.25, 4],
        "line-opacity": opacity,
      },
    },
  ];
}

const isLine: ExpressionSpecification = ["==", ["geometry-type"], "LineString"];

function isOf(classes: readonly string[]): ExpressionSpecification {
  return ["match", ["get", "class"], [...classes], true, false];
}

function isOn(level: Level): ExpressionSpecification {
  if (level !== "ground") return ["==", ["get", "brunnel"], level];
  return ["match", ["get", "brunnel"], ["tunnel", "bridge"], false, true];
}

export function zoomInterpolation(
  stops: ReadonlyArray<readonly [zoom: number, value: number]>,
): ExpressionSpecification {
  return ["interpolate", ["exponential", 1.5], ["zoom"], ...stops.flat()] as ExpressionSpecification;
}
