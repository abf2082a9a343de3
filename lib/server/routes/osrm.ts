import * as z from "zod";
import { distanceMeters, type Point } from "#lib/shared/legs.ts";
import type { TravelMode } from "#lib/shared/travel-modes.ts";
import { simplifyPath } from "./polyline.ts";
import type { ComputedRoute, RoutingProvider, RoutingRequest, RouteTable } from "./routing-provider.ts";

/** The names of OSRM's own profiles; OSRM knows no public transport. */
const PROFILES: Partial<Record<TravelMode, string>> = { walk: "foot", cycle: "bike", drive: "car" };
const PLACEHOLDER = "{profile}";
/** The mode of a server whose URL has no placeholder; such a server ignores the profile in the path. */
const ONLY_MODE: TravelMode = "drive";

/** The largest distance of a stop from the beginning of its route, in metres; a farther route is not the stop's. */
const FARTHEST_STREET_M = 1000;

const Amount = z.number().min(0).max(1e9);
const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const Waypoint = z.object({ distance: Amount, location: Position });
const Route = z.object({
  legs: z.array(z.object({ distance: Amount, duration: Amount })),
  geometry: z.object({ type: z.literal("LineString"), coordinates: z.array(Position).min(2) }),
});
const RouteAnswer = z.object({
  code: z.literal("Ok"),
  routes: z.array(Route).min(1),
  waypoints: z.array(Waypoint),
});
const Numbers = z.array(z.array(Amount.nullable()));
const TableAnswer = z.object({ code: z.literal("Ok"), durations: Numbers, distances: Numbers });
const Refusal = z.object({ code: z.string() });
/**
 * The codes by which a working server refuses a request: there are no streets, or there are too many places or too long
 * distances.
 */
const NOWHERE: ReadonlySet<string> = new Set(["NoRoute", "NoSegment", "NoTable", "TooBig"]);

/** A server with OSRM's `route` and `table` services. */
export class Osrm implements RoutingProvider {
  readonly attribution = "© OpenStreetMap contributors";
  readonly #url: string;

  /**
   * `url` may contain `{profile}` in its path or its host, because a standard server knows one profile and ignores the
   * one in the path.
   */
  constructor(url: string) {
    this.#url = url;
  }

  canAsk(mode: TravelMode): boolean {
    if (PROFILES[mode] === undefined) return false;
    return this.#url.includes(PLACEHOLDER) || mode === ONLY_MODE;
  }

  ways(mode: TravelMode, points: readonly Point[]): RoutingRequest<(ComputedRoute | null)[] | null> {
    const query = "overview=simplified&geometries=geojson&steps=false";
    return {
      url: this.#urlOf("route", mode, points, query),
      read: (body, status) => (isNowhere(body, status) ? null : waysIn(RouteAnswer.parse(body), points)),
    };
  }

  table(mode: TravelMode, points: readonly Point[]): RoutingRequest<RouteTable> {
    return {
      url: this.#urlOf("table", mode, points, "annotations=duration,distance"),
      read: (body, status) =>
        isNowhere(body, status)
          ? points.map(() => points.map(() => null))
          : tableIn(TableAnswer.parse(body), points.length),
    };
  }

  #urlOf(service: string, mode: TravelMode, points: readonly Point[], query: string): string {
    const profile = PROFILES[mode] ?? "";
    const places = points.map(({ lat, lng }) => `${lng.toFixed(5)},${lat.toFixed(5)}`).join(";");
    return `${this.#url.replaceAll(PLACEHOLDER, profile)}/${service}/v1/${profile}/${places}?${query}`;
  }
}

/**
 * Whether the server has no streets for the request.
 * @throws Error for any other refusal
 */
function isNowhere(body: unknown, status: number): boolean {
  if (status < 400) return false;
  const refusal = Refusal.safeParse(body);
  if (status === 400 && refusal.success && NOWHERE.has(refusal.data.code)) return true;
  throw new Error(`It answered ${status}.`);
}

function waysIn(answer: z.infer<typeof RouteAnswer>, points: readonly Point[]): (ComputedRoute | null)[] {
  const [route] = answer.routes;
  if (route?.legs.length !== points.length - 1 || answer.waypoints.length !== points.length)
    throw new Error("It answered another question.");
  const paths = pathsOf(route.geometry.coordinates, answer.waypoints);
  return route.legs.map(({ distance: meters, duration: seconds }, index) => {
    const [from, to] = [points[index], points[index + 1]];
    const isFarOff = answer.waypoints
      .slice(index, index + 2)
      .some(({ distance }) => distance > FARTHEST_STREET_M);
    // When the server moved both ends to the same distant street, its answer is no route between these two stops.
    if (isFarOff || !from || !to || meters < distanceMeters(from, to) / 2) return null;
    return { meters, seconds, path: simplifyPath(paths[index] ?? []) };
  });
}

/** Splits the path of a whole day at the points where the stops are on the street, in their order. */
function pathsOf(
  line: readonly [number, number][],
  waypoints: readonly z.infer<typeof Waypoint>[],
): [number, number][][] {
  let start = 0;
  return waypoints.slice(1).map(({ location }, index) => {
    const isLast = index === waypoints.length - 2;
    const end = isLast ? line.length - 1 : nearestIndex(line, location, start);
    const path = line.slice(start, end + 1);
    start = end;
    return path.length > 1 ? path : [...path, ...path].slice(0, 2);
  });
}

/**
 * Returns the index of the path's point nearest to the position, from `start` on. The first one counts, because the
 * path may pass the position again later.
 */
function nearestIndex(
  line: readonly [number, number][],
  [lng, lat]: [number, number],
  start: number,
): number {
  let best = start;
  let least = Infinity;
  for (let index = start; index < line.length; index += 1) {
    const [x, y] = line[index] ?? [Infinity, Infinity];
    const apart = (x - lng) ** 2 + (y - lat) ** 2;
    if (apart < least) [best, least] = [index, apart];
  }
  return best;
}

function tableIn({ durations, distances }: z.infer<typeof TableAnswer>, size: number): RouteTable {
  const numbers = Array.from({ length: size }, (_, index) => index);
  return numbers.map((from) =>
    numbers.map((to) => {
      const [seconds, meters] = [durations[from]?.[to] ?? null, distances[from]?.[to] ?? null];
      return seconds === null || meters === null ? null : { seconds, meters };
    }),
  );
}
