import type { Point } from "./legs.ts";
import type { TravelMode } from "./travel-modes.ts";

/** The map apps in which users can open places and routes. */
export const MAP_APPS = ["google", "apple", "osm"] as const;
export type MapApp = (typeof MAP_APPS)[number];

interface LinkedPlace extends Point {
  name: string;
  /** The id of the place's object in the source of the search, such as `osm:node/123`. */
  placeRef?: string | null | undefined;
}

const OBJECT = /^osm:((?:node|way|relation)\/\d+)$/;

/**
 * A link to a place in a map app, which a phone opens in the app itself. The formats are those that the makers of the
 * apps document.
 */
export function placeLink(app: MapApp, { name, lat, lng, placeRef }: LinkedPlace): string {
  const at = `${lat},${lng}`;
  switch (app) {
    case "google":
      return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: at })}`;
    case "apple":
      return `https://maps.apple.com/place?${new URLSearchParams({ coordinate: at, name })}`;
    case "osm": {
      const object = OBJECT.exec(placeRef ?? "")?.[1];
      const site = "https://www.openstreetmap.org";
      return object ? `${site}/${object}` : `${site}/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
    }
    default:
      return app satisfies never;
  }
}

/** The apps whose links can contain a route over several places, with the maximum number of places. */
const MOST_POINTS = { google: 11, apple: 15 } as const;
export type RouteApp = keyof typeof MOST_POINTS;
export const ROUTE_APPS = ["google", "apple"] as const satisfies RouteApp[];

const GOOGLE_MODES: Record<TravelMode, string> = {
  walk: "walking",
  cycle: "bicycling",
  drive: "driving",
  transit: "transit",
};
const APPLE_MODES: Record<TravelMode, string> = {
  walk: "walking",
  cycle: "cycling",
  drive: "driving",
  transit: "transit",
};

/**
 * Links to a route through the points in their order. If an app does not take that many points, the route is cut into
 * several links, each of which begins where the one before ends.
 */
export function routeLinks(app: RouteApp, points: readonly Point[], mode: TravelMode): string[] {
  return partsOf(points, MOST_POINTS[app]).map((part) =>
    app === "google" ? googleRoute(part, mode) : appleRoute(part, mode),
  );
}

function partsOf(points: readonly Point[], most: number): Point[][] {
  const parts: Point[][] = [];
  for (let from = 0; from < points.length - 1; from += most - 1) parts.push(points.slice(from, from + most));
  return parts;
}

function googleRoute(points: readonly Point[], mode: TravelMode): string {
  const [origin = "", ...rest] = points.map(textOf);
  const destination = rest.pop() ?? origin;
  const query = new URLSearchParams({ api: "1", origin, destination, travelmode: GOOGLE_MODES[mode] });
  if (rest.length > 0) query.set("waypoints", rest.join("|"));
  return `https://www.google.com/maps/dir/?${query}`;
}

function appleRoute(points: readonly Point[], mode: TravelMode): string {
  const [source = "", ...rest] = points.map(textOf);
  const destination = rest.pop() ?? source;
  const query = new URLSearchParams({ source, destination, mode: APPLE_MODES[mode] });
  for (const waypoint of rest) query.append("waypoint", waypoint);
  return `https://maps.apple.com/directions?${query}`;
}

function textOf({ lat, lng }: Point): string {
  return `${lat},${lng}`;
}
